import { image, product, variant } from './expected.ts'

const media = 'https://static.wixstatic.com/media'

/** What `fixtures/wix/realistic.csv` becomes. */
export const wixProducts = [
  product({
    handle: 'enamel-mug',
    title: 'Enamel Mug',
    descriptionHtml: '<p>Holds 350 ml.</p>',
    variants: [variant({ sku: '00471', price: '14.50', inventoryQuantity: 12 })],
    images: [image(`${media}/4cb4a2_00000000000000000000000000000471~mv2.png`)],
  }),
  product({
    handle: 'enamel-mug-mug-2',
    title: 'Enamel Mug',
    status: 'draft',
    variants: [variant({ sku: 'MUG-2', price: '14.00', compareAtPrice: '16.00' })],
  }),
  product({
    handle: 'fjord_poster',
    title: 'Poster “Fjord”',
    variants: [variant({ sku: 'POSTER', price: '35.00' })],
    images: [image('https://img.example/fjord.jpg')],
  }),
  product({
    handle: 'gift-box',
    title: 'Gift Box',
    optionNames: ['Paper'],
    variants: [
      variant({ price: '8.00', optionValues: ['Plain'] }),
      variant({ price: '8.00', optionValues: ['Dots'] }),
    ],
  }),
  product({
    handle: 'linen-shirt',
    title: 'Linen Shirt',
    descriptionHtml: '<p>Cut wide, washed soft.</p>',
    vendor: 'Casa Lino',
    optionNames: ['Size', 'Colour'],
    variants: [
      variant({
        sku: 'LS-S-SND',
        price: '30.00',
        compareAtPrice: '40.00',
        inventoryQuantity: 4,
        optionValues: ['S', 'Sand'],
      }),
      variant({ sku: 'LS-S-NVY', price: '30.00', compareAtPrice: '40.00', optionValues: ['S', 'Navy'] }),
      variant({
        sku: 'LS-M-SND',
        price: '31.88',
        compareAtPrice: '42.50',
        inventoryQuantity: 0,
        optionValues: ['M', 'Sand'],
      }),
      variant({
        sku: 'LS-M-NVY',
        price: '29.25',
        compareAtPrice: '39.00',
        inventoryQuantity: 0,
        optionValues: ['M', 'Navy'],
      }),
    ],
    images: [
      image(`${media}/4cb4a2_d69789cb951a47ea8b072722f9885f77~mv2.jpg`),
      image(`${media}/4cb4a2_d4013dc4c67948529a2d6d7617416085~mv2_d_3000_2250_s_2.jpg`),
    ],
  }),
]
