import { product, variant } from './expected.ts'

const uploads = 'https://shop.example/wp-content/uploads/2024/05'

/** What `fixtures/woocommerce/store.csv` becomes. */
export const woocommerceProducts = [
  product({
    handle: '20-c-jacket',
    title: '-20 °C Jacket',
    descriptionHtml: '=Warm= and dry',
    tags: ['@winter', 'outdoor'],
    variants: [variant({ sku: '+JKT-20', price: '199.90', inventoryQuantity: -3, weightGrams: '907.18474' })],
  }),
  product({
    handle: 'gift-card',
    title: 'Gift Card',
    variants: [variant({ price: '50.00', taxable: false })],
  }),
  product({
    handle: 'harbour-tee',
    title: 'Harbour Tee',
    descriptionHtml: '<p>Soft & light.</p>\n\n<p>Path: C:\\new</p>',
    vendor: 'Fjord & Field',
    tags: ['cotton', 'summer'],
    optionNames: ['Color', 'Size'],
    images: ['tee.jpg', 'tee,back.jpg', 'tee-green.jpg'].map(image),
    variants: [
      variant({
        optionValues: ['Sea Green', 'S'],
        sku: 'TEE-SG-S',
        price: '25.00',
        inventoryQuantity: 5,
        weightGrams: '226.796185',
        imageUrl: `${uploads}/tee-green.jpg`,
      }),
      variant({
        optionValues: ['Sea Green', 'M'],
        sku: 'TEE-SG-M',
        price: '20.00',
        compareAtPrice: '25.00',
        inventoryQuantity: 7,
        weightGrams: '249.475804',
        imageUrl: `${uploads}/tee-green.jpg`,
      }),
      variant({
        optionValues: ['Rust, dark', 'S'],
        sku: 'TEE-RU-S',
        price: '25.00',
        weightGrams: '226.796185',
      }),
      variant({
        optionValues: ['Rust, dark', 'M'],
        sku: 'TEE-RU-M',
        price: '25.00',
        weightGrams: '226.796185',
      }),
    ],
  }),
  product({
    handle: 'knitting-guide',
    title: 'Knitting Guide',
    status: 'draft',
    variants: [variant({ price: '15.00', requiresShipping: false })],
  }),
  product({
    handle: 'knitting-workshop',
    title: 'Knitting Workshop',
    descriptionHtml: 'Two hours.',
    tags: ['course'],
    optionNames: ['Day'],
    variants: [
      variant({
        optionValues: ['Monday'],
        sku: 'SEAT-MO',
        price: '60.00',
        inventoryQuantity: 8,
        requiresShipping: false,
        taxable: false,
      }),
      variant({
        optionValues: ['Friday'],
        sku: 'SEAT-FR',
        price: '65.00',
        inventoryQuantity: 8,
        requiresShipping: false,
        taxable: false,
      }),
    ],
  }),
  product({
    handle: 'mug',
    title: 'Mug',
    descriptionHtml: 'A mug.\nHolds 0.3 l.',
    images: [image('mug.jpg')],
    variants: [
      variant({
        sku: 'MUG',
        barcode: '0012345678905',
        price: '8.50',
        compareAtPrice: '10.00',
        inventoryQuantity: 12,
        weightGrams: '340.194278',
      }),
    ],
  }),
  product({
    handle: 'mug-mug-2',
    title: 'Mug',
    status: 'draft',
    variants: [variant({ sku: 'MUG-2', price: '11.00', inventoryQuantity: 0, taxable: false })],
  }),
  product({
    handle: 'poster-fjord',
    title: 'Poster “Fjord”',
    images: ['poster-1.jpg', 'poster-2.jpg', 'poster-4.jpg'].map(image),
    variants: [variant({ sku: 'POSTER', price: '30.00', weightGrams: '680.388555' })],
  }),
  product({
    handle: 'sock',
    title: 'Sock',
    optionNames: ['Size', 'Color'],
    variants: [
      variant({ optionValues: ['38', 'Grey'], sku: 'SOCK-38', price: '9.00', weightGrams: '453.59237' }),
      variant({ optionValues: ['38', 'Blue'], sku: 'SOCK-ANY', price: '9.00', weightGrams: '453.59237' }),
      variant({ optionValues: ['42', 'Blue'], price: '9.00', weightGrams: '453.59237' }),
    ],
  }),
  product({
    handle: 'tote-bag',
    title: 'Tote Bag',
    status: 'draft',
    variants: [variant({ sku: 'BAG', price: '24.00', inventoryQuantity: 3 })],
  }),
]

function image(file: string): { url: string; alt: string } {
  return { url: `${uploads}/${file}`, alt: '' }
}
