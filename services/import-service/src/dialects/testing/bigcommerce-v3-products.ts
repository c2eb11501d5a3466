import type { Product } from '@catalog/catalog'
import { bigcommerceV2Products } from './bigcommerce-v2-products.ts'
import { image, variant } from './expected.ts'

/** The product of that handle as the older export has it, without the vendor, which this one has not. */
function older(handle: string, fields: Partial<Product> = {}): Product {
  const product = bigcommerceV2Products.find((one) => one.handle === handle)
  if (product === undefined) throw new Error(`there is no ${handle}`)
  return { ...product, vendor: '', ...fields }
}

/** What `fixtures/bigcommerce_v3/realistic.csv` becomes. */
export const bigcommerceV3Products = [
  older('café-søren-blend'),
  older('desk-lamp', {
    status: 'active',
    variants: [variant({ sku: 'LAMP', price: '80.00', compareAtPrice: '95.00', inventoryQuantity: 7 })],
    images: [image('https://cdn.example/v3/lamp.jpg')],
  }),
  older('enamel-mug', { images: [image('https://cdn.example/v3/mug.jpg', 'The mug')] }),
  older('pattern-for-a-jacket', { status: 'draft' }),
  older('rain-jacket', {
    optionNames: ['Hood'],
    variants: [
      variant({
        sku: 'JKT-H',
        barcode: '00614141999996',
        price: '130.00',
        inventoryQuantity: 3,
        optionValues: ['Yes'],
      }),
      variant({
        sku: 'JKT',
        price: '99.00',
        compareAtPrice: '120.00',
        inventoryQuantity: 2,
        optionValues: ['No'],
      }),
    ],
    images: [],
  }),
  older('tote-bag', { images: [] }),
  older('trail-shirt', {
    variants: [
      variant({
        sku: 'SHIRT-R-M',
        barcode: '012345678905',
        price: '30.00',
        inventoryQuantity: 4,
        optionValues: ['Red', 'M'],
        imageUrl: 'https://cdn.example/v3/red.jpg',
      }),
      variant({
        sku: 'SHIRT-R-L',
        price: '30.00',
        inventoryQuantity: 0,
        optionValues: ['Red', 'L'],
        imageUrl: 'https://cdn.example/v3/red.jpg',
      }),
      variant({
        sku: 'SHIRT-B-M',
        price: '32.50',
        inventoryQuantity: -1,
        optionValues: ['Blue, deep', 'M'],
      }),
    ],
    images: [
      image('https://cdn.example/v3/front.jpg', 'Front'),
      image('https://cdn.example/v3/side.jpg'),
      image('https://cdn.example/v3/back.jpg', 'Back'),
      image('https://cdn.example/v3/red.jpg'),
    ],
  }),
]
