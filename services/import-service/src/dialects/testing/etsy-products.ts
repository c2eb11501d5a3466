import { image, product, variant } from './expected.ts'

const shop = 'https://i.shop.example'

const throwFields = {
  title: 'Linen Throw',
  descriptionHtml: 'Washed linen.',
  tags: ['linen'],
  status: 'draft' as const,
  metadata: { materials: 'Linen' },
}

/** What `fixtures/etsy/realistic.csv` becomes: drafts, since the file does not say what is for sale. */
export const etsyProducts = [
  product({
    handle: 'candle',
    title: 'Candle',
    status: 'draft',
    variants: [variant({ price: '9.50', inventoryQuantity: 3 })],
  }),
  product({
    handle: 'fern-print',
    title: 'Fern Print',
    descriptionHtml: 'Printed on cotton paper.',
    tags: ['botanical art', 'print'],
    status: 'draft',
    metadata: { materials: 'Paper' },
    optionNames: ['Size', 'Frame'],
    variants: [
      ['A4', 'None'],
      ['A4', 'Oak'],
      ['A3', 'None'],
      ['A3', 'Oak'],
    ].map((optionValues) => variant({ price: '16.00', optionValues })),
    images: [image(`${shop}/fern.jpg`)],
  }),
  product({
    handle: 'key-hook',
    title: 'Key Hook',
    status: 'draft',
    optionNames: ['Primary color'],
    variants: [variant({ sku: 'HOOK', price: '12.00', inventoryQuantity: 4, optionValues: ['Brass'] })],
  }),
  product({
    ...throwFields,
    handle: 'linen-throw',
    variants: [variant({ sku: 'THROW-NAVY', price: '75.50', inventoryQuantity: 1 })],
    images: [image(`${shop}/throw.jpg`)],
  }),
  product({
    ...throwFields,
    handle: 'linen-throw-throw-sand',
    variants: [variant({ sku: 'THROW-SAND', price: '75.50', inventoryQuantity: 2 })],
    images: [image(`${shop}/throw-sand.jpg`)],
  }),
  product({
    handle: 'name-ring',
    title: 'Name Ring',
    descriptionHtml: 'Made to order.',
    tags: ['ring'],
    status: 'draft',
    metadata: { materials: 'Silver' },
    optionNames: ['Finish'],
    variants: [
      variant({ price: '45.00', optionValues: ['Matt'] }),
      variant({ price: '45.00', optionValues: ['Shiny'] }),
    ],
  }),
  product({
    handle: 'speckled-mug-stoneware',
    title: 'Speckled Mug, Stoneware',
    descriptionHtml: 'Thrown by hand.<br>\nHolds 350 ml &amp; is &lt;dishwasher&gt; safe.',
    tags: ['coffee mug', 'gift for her', 'pottery'],
    status: 'draft',
    metadata: { materials: 'Stoneware, Glaze' },
    variants: [variant({ sku: 'MUG', price: '24.00', inventoryQuantity: 7 })],
    images: [1, 2, 10].map((number) => image(`${shop}/mug/${number}.jpg`)),
  }),
]
