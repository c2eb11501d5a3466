import { image, product, variant } from './expected.ts'

const cdn = 'https://cdn.shop.example'

const jacket = product({
  handle: '20-c-jacket',
  title: '-20 °C Jacket',
  descriptionHtml: '=Warm= and dry',
  vendor: "'=Søn",
  productType: "'90s",
  tags: ['@winter', 'outdoor'],
  status: 'draft',
  seoTitle: '+20 %',
  seoDescription: "''",
  metadata: { care: '\tTumble dry' },
  variants: [variant({ sku: '+JKT-20', barcode: '-0012', price: '199.90', inventoryQuantity: -3 })],
  images: [image(`${cdn}/jacket.jpg`, '＝ front')],
})

const artPrint = product({
  handle: 'art-print',
  title: 'Art Print “Fjord”',
  optionNames: ['Size', 'Paper', 'Frame'],
  variants: [
    variant({ sku: '0042', price: '35.00', optionValues: ['A4', 'Matte', 'None'] }),
    variant({ sku: '0043', price: '75.00', optionValues: ['A4', 'Matte', 'Oak'] }),
  ],
  images: [image(`${cdn}/print.jpg`, 'The print')],
})

const coffee = product({
  handle: 'café-søren-blend',
  title: 'Café Søren Blend',
  descriptionHtml: 'Roasted on Mondays.',
  optionNames: ['Weight'],
  variants: [
    variant({ sku: 'COF-250', price: '8.7525', optionValues: ['250 g'] }),
    variant({
      sku: 'COF-1000',
      price: '29.50',
      compareAtPrice: '0.00',
      weightGrams: '1000',
      optionValues: ['1 kg'],
    }),
  ],
})

const mugVariant = variant({
  sku: '00471',
  barcode: '0012345678905',
  price: '14.50',
  inventoryQuantity: 120,
  weightGrams: '320.5',
})

const mug = product({
  handle: 'enamel-mug',
  title: 'Enamel Mug',
  descriptionHtml: ' Holds 350 ml. ',
  vendor: 'Werk & Co',
  status: 'draft',
  variants: [mugVariant],
  images: [image(`${cdn}/mug-steam.jpg`, '=Steam='), image(`${cdn}/mug.jpg`)],
})

const giftCard = product({
  handle: 'gift-card',
  title: 'Gift Card',
  vendor: 'Casa Lino',
  status: 'archived',
  optionNames: ['Amount'],
  variants: [
    variant({ price: '10.00', requiresShipping: false, taxable: false, optionValues: ['€10'] }),
    variant({ price: '25.00', requiresShipping: false, taxable: false, optionValues: ['€25'] }),
  ],
})

const shirtInWhite = variant({
  sku: 'LS-S-WHT',
  barcode: '4006381333931',
  price: '59.00',
  compareAtPrice: '79.00',
  inventoryQuantity: 12,
  weightGrams: '226.796185',
  optionValues: ['S', 'White'],
  imageUrl: `${cdn}/linen/white.jpg`,
})

const shirtInSand = variant({
  sku: 'LS-S-SND',
  price: '59.00',
  inventoryQuantity: 0,
  weightGrams: '226.796185',
  optionValues: ['S', 'Sand'],
  imageUrl: `${cdn}/linen/sand.jpg`,
})

const mediumShirts = [
  variant({
    price: '59.00',
    inventoryQuantity: -2,
    weightGrams: '240',
    optionValues: ['M', 'White'],
    imageUrl: `${cdn}/linen/white.jpg`,
  }),
  variant({
    sku: 'LS-M-SND',
    price: '61.50',
    inventoryQuantity: 7,
    weightGrams: '240',
    optionValues: ['M', 'Sand'],
  }),
]

const shirt = product({
  handle: 'linen-shirt',
  title: 'Linen Shirt',
  descriptionHtml: '<p>Soft, "washed" linen.</p>\n<ul><li>Made in Porto</li></ul>',
  vendor: 'Casa Lino',
  productType: 'Shirts',
  tags: ['linen', 'new', 'summer'],
  seoTitle: 'Linen shirt for warm days',
  seoDescription: 'Washed linen, made in Porto.',
  metadata: { care: '  30 °C\n  line dry', 'fit-note': 'Runs large' },
  optionNames: ['Size', 'Color'],
  variants: [shirtInWhite, shirtInSand, ...mediumShirts],
  images: [
    image(`${cdn}/linen/white.jpg`, 'White shirt, front'),
    image(`${cdn}/linen/collar.jpg?w=2000`, 'Collar'),
    image(`${cdn}/linen/back.jpg`, 'Back'),
    image(`${cdn}/linen/sand.jpg`),
  ],
})

const rainJacket = product({
  handle: 'rain-jacket',
  title: 'Rain Jacket',
  variants: [variant({ price: '120.00' })],
  images: [image(`${cdn}/rain/front.jpg`), image(`${cdn}/rain/hood.jpg`)],
})

const bottle = product({
  handle: 'steel-bottle',
  title: 'Steel Bottle',
  status: 'draft',
  optionNames: ['Volume'],
  variants: [variant({ sku: 'BOTTLE-05', price: '22.00', optionValues: ['0.5 l'] })],
})

const toteBag = product({
  handle: 'tote-bag',
  title: 'Tote Bag',
  status: 'draft',
  variants: [variant({ price: '9.00' })],
})

const socks = product({
  handle: 'wool-socks',
  title: 'Wool Socks',
  status: 'draft',
  optionNames: ['Size'],
  variants: [variant({ sku: 'SOCK-39', price: '9.00', optionValues: ['39-42'] })],
})

/** What `fixtures/canonical/realistic.csv` becomes. */
export const canonicalProducts = [
  jacket,
  artPrint,
  coffee,
  mug,
  giftCard,
  shirt,
  rainJacket,
  bottle,
  toteBag,
  socks,
]
