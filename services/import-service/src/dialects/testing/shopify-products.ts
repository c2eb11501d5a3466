import type { Image, Product, Variant } from '@catalog/catalog'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'

/** The products that `realistic.csv` of both Shopify dialects becomes, by handle. */
export function shopifyProducts(): Product[] {
  return [
    makeProduct({
      handle: 'art-print',
      title: 'Art Print “Café”',
      descriptionHtml: '-Signed\n-Numbered',
      vendor: 'Åse Öhman',
      productType: 'Prints',
      tags: ['art'],
      status: 'active',
      optionNames: ['Size', 'Paper', 'Frame'],
      variants: [
        variant(['A4', 'Matte', 'None'], '35.00', { sku: '0042', inventoryQuantity: 0 }),
        variant(['A4', 'Matte', 'Oak'], '75.00', { sku: '0043', inventoryQuantity: 0 }),
        variant(['A3', 'Gloss', 'None'], '45.00', {
          sku: '0044',
          compareAtPrice: '50.00',
          inventoryQuantity: 0,
        }),
        variant(['A3', 'Gloss', 'Oak'], '85.00', { sku: '0045', inventoryQuantity: 0 }),
      ],
      images: [image('print'), image('print-framed', 'In its frame')],
    }),
    makeProduct({
      handle: 'enamel-mug',
      title: 'Enamel Mug',
      descriptionHtml: '<p>Holds 350 ml.</p>',
      vendor: 'Werk & Co',
      productType: 'Kitchen',
      tags: ['camping'],
      variants: [variant([], '14.50', { weightGrams: '283.495231' })],
      images: [image('mug', 'Blue mug')],
    }),
    makeProduct({
      handle: 'gift-card',
      title: 'Gift Card',
      vendor: 'Casa Lino',
      status: 'archived',
      optionNames: ['Denominations'],
      variants: [
        variant(['€10'], '10.00', { requiresShipping: false, taxable: false }),
        variant(['€25'], '25.00', { requiresShipping: false, taxable: false }),
        variant(['€50'], '50.00', { requiresShipping: false, taxable: false }),
      ],
    }),
    makeProduct({
      handle: 'linen-shirt',
      title: 'Linen Shirt',
      descriptionHtml: '<p>Soft, "washed" linen.</p>\n<ul><li>Made in Porto</li></ul>',
      vendor: 'Casa Lino',
      productType: 'Shirts',
      tags: ['linen', 'new', 'summer'],
      status: 'active',
      seoTitle: 'Linen shirt for warm days',
      seoDescription: 'Washed linen, made in Porto.',
      metadata: { fabric: 'linen' },
      optionNames: ['Size', 'Color'],
      variants: [
        variant(['S', 'White'], '59.00', {
          sku: 'LS-S-WHT',
          barcode: '4006381333931',
          compareAtPrice: '79.00',
          inventoryQuantity: 12,
          weightGrams: '226.796185',
          imageUrl: address('shirt-white'),
        }),
        variant(['S', 'Sand'], '59.00', {
          sku: 'LS-S-SND',
          barcode: '4006381333948',
          inventoryQuantity: 0,
          weightGrams: '226.796185',
          imageUrl: address('shirt-sand'),
        }),
        variant(['M', 'White'], '59.00', {
          sku: 'LS-M-WHT',
          compareAtPrice: '79.00',
          inventoryQuantity: -2,
          weightGrams: '240',
          imageUrl: address('shirt-white'),
        }),
        variant(['M', 'Sand'], '61.50', {
          sku: 'LS-M-SND',
          inventoryQuantity: 7,
          weightGrams: '240',
          imageUrl: address('shirt-sand'),
        }),
      ],
      images: [
        image('shirt-white', 'White shirt, front'),
        image('shirt-sand'),
        image('shirt-back', 'White shirt, back'),
        image('shirt-detail', 'Collar'),
        image('shirt-worn'),
      ],
    }),
    makeProduct({
      handle: 'raincoat-kids',
      title: 'Raincoat, Kids',
      vendor: 'Åse Öhman',
      productType: 'Coats',
      status: 'active',
      variants: [variant([], '49.90', { sku: 'RC-K', inventoryQuantity: 1, weightGrams: '400' })],
      images: [image('raincoat-1'), image('raincoat-2'), image('raincoat-3', 'Hood')],
    }),
    makeProduct({
      handle: 'soy-candle',
      title: 'Soy Candle',
      vendor: 'Casa Lino',
      productType: 'Home',
      optionNames: ['Scent'],
      variants: [
        variant(['Fig'], '18.00'),
        variant(['Cedar'], '18.00'),
        variant(['No scent'], '16.00', { weightGrams: '310' }),
      ],
      images: [image('candle-fig'), image('candle-cedar'), image('candle-lit', 'Lit candle')],
    }),
    makeProduct({
      handle: 'wool-blanket',
      title: 'Wool Blanket',
      vendor: 'Werk & Co',
      productType: 'Home',
      status: 'active',
      optionNames: ['Color'],
      variants: [
        variant(['Grey'], '120.00', {
          sku: 'WB-GR',
          inventoryQuantity: 3,
          weightGrams: '1400',
          imageUrl: address('blanket-grey'),
        }),
        variant(['Ochre'], '120.00', {
          sku: 'WB-OC',
          inventoryQuantity: 4,
          weightGrams: '1400',
          imageUrl: address('blanket-ochre'),
        }),
      ],
      images: [image('blanket'), image('blanket-grey'), image('blanket-ochre')],
    }),
  ]
}

/** A variant of 0 g: exports write that for a product without a weight. */
function variant(optionValues: string[], price: string, fields: Partial<Variant> = {}): Variant {
  return makeVariant({ optionValues, price, weightGrams: '0', ...fields })
}

function image(name: string, alt = ''): Image {
  return { url: address(name), alt }
}

function address(name: string): string {
  return `https://cdn.shop.example/files/${name}.jpg?v=17`
}
