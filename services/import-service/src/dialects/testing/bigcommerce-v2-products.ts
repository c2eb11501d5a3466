import { image, product, variant } from './expected.ts'

/** What `fixtures/bigcommerce_v2/realistic.csv` becomes. */
export const bigcommerceV2Products = [
  product({
    handle: 'café-søren-blend',
    title: 'Café Søren Blend',
    descriptionHtml: 'Roasted on Mondays.',
    vendor: 'Søren',
    optionNames: ['Weight'],
    variants: [
      variant({ sku: 'COF-250', price: '8.75', optionValues: ['250 g'] }),
      variant({ sku: 'COF-1000', price: '29.50', optionValues: ['1 kg'] }),
    ],
  }),
  product({
    handle: 'desk-lamp',
    title: 'Desk Lamp',
    descriptionHtml: 'Two joints.',
    vendor: 'Lumo',
    status: 'draft',
    variants: [variant({ sku: 'LAMP', price: '80.00', compareAtPrice: '95.00' })],
    images: [image('https://cdn.example/lamp.jpg'), image('https://cdn.example/lamp-2.jpg', 'Folded')],
  }),
  product({
    handle: 'enamel-mug',
    title: 'Enamel Mug',
    descriptionHtml: 'Holds a third of a litre.',
    vendor: 'Northfold',
    variants: [
      variant({
        sku: '0042-MUG',
        barcode: '4006381333931',
        price: '12.50',
        compareAtPrice: '15.00',
        inventoryQuantity: 120,
      }),
    ],
  }),
  product({
    handle: 'pattern-for-a-jacket',
    title: 'Pattern for a Jacket',
    descriptionHtml: 'A PDF to print.',
    vendor: 'Northfold',
    variants: [variant({ sku: 'PAT-1', price: '9.00', requiresShipping: false })],
  }),
  product({
    handle: 'rain-jacket',
    title: 'Rain Jacket',
    descriptionHtml: '<p>Sealed seams.</p>',
    vendor: 'Northfold',
    optionNames: ['Color', 'Hood'],
    variants: [
      variant({
        sku: 'JKT-SL-H',
        price: '109.00',
        compareAtPrice: '130.00',
        inventoryQuantity: 3,
        optionValues: ['Slate', 'Yes'],
      }),
      variant({
        sku: 'JKT-SL',
        price: '99.00',
        compareAtPrice: '120.00',
        inventoryQuantity: 2,
        optionValues: ['Slate', 'No'],
      }),
      variant({
        sku: 'JKT-FE',
        price: '110.00',
        inventoryQuantity: 6,
        optionValues: ['Fern, dark', 'No'],
      }),
    ],
    images: [image('https://cdn.example/jkt.jpg')],
  }),
  product({
    handle: 'tote-bag',
    title: 'Tote Bag',
    descriptionHtml: 'Organic cotton',
    vendor: 'Northfold',
    variants: [variant({ sku: 'TOTE', price: '14.00', inventoryQuantity: 33 })],
    images: [image('https://cdn.example/tote.jpg')],
  }),
  product({
    handle: 'trail-shirt',
    title: 'Trail Shirt',
    descriptionHtml: '<p>Dries fast, lasts long.</p>',
    vendor: 'Northfold',
    seoTitle: 'Trail Shirt | Northfold',
    seoDescription: 'Our lightest shirt',
    optionNames: ['Color', 'Size'],
    variants: [
      variant({
        sku: 'SHIRT-R-M',
        barcode: '0012345678905',
        price: '30.00',
        inventoryQuantity: 4,
        optionValues: ['Red', 'M'],
      }),
      variant({ sku: 'SHIRT-R-L', price: '30.00', inventoryQuantity: 0, optionValues: ['Red', 'L'] }),
      variant({
        sku: 'SHIRT-B-M',
        price: '32.50',
        inventoryQuantity: -1,
        optionValues: ['Blue', 'M'],
        imageUrl: 'https://cdn.example/shirt-blue.jpg',
      }),
      variant({
        sku: 'SHIRT-B-L',
        price: '35.00',
        inventoryQuantity: 7,
        optionValues: ['Blue', 'L'],
        imageUrl: 'https://cdn.example/shirt-blue.jpg',
      }),
    ],
    images: [
      image('https://cdn.example/shirt-front.jpg', 'Front'),
      image('https://cdn.example/shirt-back.jpg', 'Back'),
      image('https://cdn.example/shirt-blue.jpg', 'In blue'),
    ],
  }),
]
