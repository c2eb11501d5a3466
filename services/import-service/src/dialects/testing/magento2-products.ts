import { product, variant } from './expected.ts'

const media = 'https://media.trailhouse.example/catalog/product'

/** What `fixtures/magento2/realistic.csv` becomes. */
export const magento2Products = [
  product({
    handle: 'café-tray',
    title: 'Café Tray',
    status: 'draft',
    variants: [variant({ sku: 'TRAY-1', price: '39.00', taxable: false })],
  }),
  product({
    handle: 'enamel-mug',
    title: 'Enamel Mug',
    descriptionHtml: '<p>Holds 0.4&nbsp;l.</p>',
    metadata: { capacity: '0,4 l', features: 'dishwasher|camp fire', finish: 'matt "stone"|speckled' },
    variants: [variant({ sku: '00471', price: '11.90', compareAtPrice: '14.90', inventoryQuantity: 55 })],
    images: [
      { url: `${media}/m/u/mug.jpg`, alt: 'Mug' },
      { url: `${media}/m/u/handle.jpg`, alt: 'Its handle' },
    ],
  }),
  product({ handle: 'gift-box', title: 'Gift Box', variants: [variant({ sku: 'GB-1', price: '5.00' })] }),
  product({
    handle: 'gift-box-gb-2',
    title: 'Gift Box',
    variants: [variant({ sku: 'GB-2', price: '8.00' })],
  }),
  product({
    handle: 'jacket_repair',
    title: 'Jacket Repair',
    variants: [variant({ sku: 'SVC-1', price: '25.00', inventoryQuantity: 0, requiresShipping: false })],
  }),
  product({
    handle: 'linen-shirt',
    title: 'Linen Shirt',
    descriptionHtml: '<p>Cool.</p>',
    metadata: { material: 'Linen' },
    optionNames: ['shirt_size'],
    variants: [
      variant({ sku: 'SH-38', optionValues: ['38'], price: '49.00', inventoryQuantity: 3 }),
      variant({ sku: 'SH-40', optionValues: ['40'], price: '49.00', inventoryQuantity: 4, taxable: false }),
    ],
    images: [
      { url: `${media}/s/h/shirt.jpg`, alt: 'Shirt' },
      { url: `${media}/s/h/sleeve.jpg`, alt: 'Sleeve' },
    ],
  }),
  product({
    handle: 'sewing-pattern',
    title: 'Sewing Pattern',
    seoDescription: 'To print at home',
    variants: [variant({ sku: 'PDF-1', price: '6.50', requiresShipping: false })],
  }),
  product({
    handle: 'spare-button',
    title: 'Spare Button',
    variants: [variant({ sku: 'SPARE-1', price: '0.50', inventoryQuantity: 400 })],
  }),
  product({
    handle: 'steel-bottle',
    title: 'Steel Bottle',
    variants: [variant({ sku: 'BOTTLE-1', price: '22.00', inventoryQuantity: 18 })],
    images: [{ url: `${media}/b/o/lid.jpg`, alt: 'Lid' }],
  }),
  product({
    handle: 'trail-jacket',
    title: 'Trail Jacket',
    descriptionHtml:
      '<p>Keeps the wind out, and the warmth in.</p>\n<ul><li>Two pockets</li><li>"Storm" hood</li></ul>',
    seoTitle: 'Trail Jacket | Trailhouse',
    seoDescription: 'A jacket for trails, in two colours.',
    metadata: { care: 'Wash cold, do not iron', manufacturer: 'Hillmaker', material: 'Nylon|Merino wool' },
    optionNames: ['Size', 'Colour'],
    variants: [
      variant({
        sku: 'TJ-S-SAND',
        optionValues: ['S', 'Sand'],
        price: '129.00',
        inventoryQuantity: 12,
        imageUrl: `${media}/t/j/sand.jpg`,
      }),
      variant({
        sku: 'TJ-S-DEEP',
        optionValues: ['S', 'Deep, dark blue'],
        price: '129.00',
        inventoryQuantity: 0,
        imageUrl: `${media}/t/j/deep.jpg`,
      }),
      variant({
        sku: 'TJ-M-SAND',
        optionValues: ['M', 'Sand'],
        price: '99.50',
        compareAtPrice: '129.00',
        inventoryQuantity: 7,
        imageUrl: `${media}/t/j/sand.jpg`,
      }),
      variant({
        sku: 'TJ-M-DEEP',
        optionValues: ['M', 'Deep, dark blue'],
        price: '134.99',
        inventoryQuantity: -2,
        imageUrl: `${media}/t/j/deep.jpg`,
      }),
    ],
    images: [
      { url: `${media}/t/j/main.jpg`, alt: 'The jacket, worn' },
      { url: `${media}/t/j/back.jpg`, alt: 'Back' },
      { url: `${media}/t/j/hood.jpg`, alt: '' },
      { url: `${media}/t/j/sand.jpg`, alt: 'Sand, front' },
      { url: `${media}/t/j/deep.jpg`, alt: 'Deep, dark blue, front' },
    ],
  }),
  product({
    handle: 'trail-map',
    title: 'Trail Map',
    variants: [variant({ sku: 'MAP-1', price: '9.95', inventoryQuantity: 100 })],
  }),
]
