import { product, variant } from './expected.ts'

/** What `fixtures/lightspeed/realistic.csv` becomes. */
export const lightspeedProducts = [
  product({
    handle: 'breakfast-set',
    title: 'Breakfast Set',
    productType: 'Kitchen',
    variants: [variant({ sku: 'SET', price: '30.00' })],
  }),
  product({
    handle: 'enamel-mug',
    title: 'Enamel Mug',
    descriptionHtml: 'Holds 350 ml.',
    productType: 'Kitchen',
    variants: [variant({ sku: '00471', price: '14.50', inventoryQuantity: 12, weightGrams: '340.194278' })],
  }),
  product({
    handle: 'gift-wrap',
    title: 'Gift Wrapping',
    productType: 'Service',
    status: 'draft',
    variants: [variant({ sku: 'WRAP', price: '5.00' })],
  }),
  product({
    handle: 'linenshirt--v1.2',
    title: 'Linen Shirt',
    descriptionHtml: '<p>Cut wide.</p>',
    vendor: 'Casa Lino',
    productType: 'Apparel / Shirts',
    tags: ['linen', 'summer'],
    optionNames: ['Size', 'Colour'],
    variants: [
      variant({
        sku: 'LS-S',
        price: '40.00',
        inventoryQuantity: 8,
        weightGrams: '300',
        optionValues: ['S', 'Sand'],
      }),
      variant({
        sku: 'LS-M',
        price: '42.50',
        inventoryQuantity: 0,
        weightGrams: '320',
        optionValues: ['M', 'Sand'],
      }),
      variant({ sku: 'LS-L', price: '42.50', inventoryQuantity: -1, optionValues: ['L', 'Sand'] }),
    ],
  }),
  product({
    handle: 'paper-bag',
    title: 'Paper Bag',
    status: 'draft',
    variants: [variant({ sku: 'BAG', price: '0.50', weightGrams: '0' })],
  }),
]
