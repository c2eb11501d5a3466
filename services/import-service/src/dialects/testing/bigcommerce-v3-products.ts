import { image, product, variant } from './expected.ts'

/** What `fixtures/bigcommerce_v3/realistic.csv` becomes. */
export const bigcommerceV3Products = [
  product({
    handle: 'café-søren-blend',
    title: 'Café Søren Blend',
    descriptionHtml: 'Roasted on Mondays.',
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
    variants: [variant({ sku: 'LAMP', price: '80.00', compareAtPrice: '95.00', inventoryQuantity: 7 })],
    images: [image('https://cdn.example/v3/lamp.jpg')],
  }),
  product({
    handle: 'enamel-mug',
    title: 'Enamel Mug',
    descriptionHtml: 'Holds a third of a litre.',
    variants: [
      variant({
        sku: '0042-MUG',
        barcode: '4006381333931',
        price: '12.50',
        compareAtPrice: '15.00',
        inventoryQuantity: 120,
      }),
    ],
    images: [image('https://cdn.example/v3/mug.jpg', 'The mug')],
  }),
  product({
    handle: 'pattern-for-a-jacket',
    title: 'Pattern for a Jacket',
    descriptionHtml: 'A PDF to print.',
    status: 'draft',
    variants: [variant({ sku: 'PAT-1', price: '9.00', requiresShipping: false })],
  }),
  product({
    handle: 'rain-jacket',
    title: 'Rain Jacket',
    descriptionHtml: '<p>Sealed seams.</p>',
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
  }),
  product({
    handle: 'tote-bag',
    title: 'Tote Bag',
    descriptionHtml: 'Organic cotton',
    variants: [variant({ sku: 'TOTE', price: '14.00', inventoryQuantity: 33 })],
  }),
  product({
    handle: 'trail-shirt',
    title: 'Trail Shirt',
    descriptionHtml: '<p>Dries fast, lasts long.</p>',
    seoTitle: 'Trail Shirt | Northfold',
    seoDescription: 'Our lightest shirt',
    optionNames: ['Color', 'Size'],
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
