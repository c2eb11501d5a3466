import type { Product } from '@catalog/catalog'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { product, variant } from '../testing/expected.ts'
import { exportOf, importFixture, type ImportedFixture } from '../testing/import-fixture.ts'

const fixture = 'magento2/realistic.csv'
const media = 'https://media.trailhouse.example/catalog/product'

describe('an export of a Magento shop', () => {
  let imported: ImportedFixture

  beforeAll(async () => {
    imported = await importFixture(fixture)
  })

  test('is previewed row by row', () => {
    const { file, preview } = imported
    expect([file.dialect, file.unknownColumnsCount]).toEqual(['magento2', 18])
    expect(preview.counts).toEqual({ adds: 17, updates: 0, unchanged: 3, errors: 2, clears: 0 })
    expect(preview.warnings.map(({ code }) => code)).toEqual(['weight_unit_unknown'])
    const shown = preview.rows.map(({ row, kind, handle, sku, errors, warnings }) =>
      [row, kind, handle, sku, ...[...errors, ...warnings].map(({ code }) => code)].join(' '),
    )
    expect(shown).toEqual([
      '2 add trail-jacket TJ-S-SAND',
      '3 add trail-jacket TJ-S-DEEP',
      '4 add trail-jacket TJ-M-SAND',
      '5 add trail-jacket TJ-M-DEEP',
      '6 add trail-jacket  variants_not_in_file',
      '7 unchanged  TJ-S-SAND store_view_skipped',
      '8 unchanged  TJ store_view_skipped',
      '9 add enamel-mug 00471 temporary_price',
      '10 add café-tray TRAY-1 inventory_not_tracked',
      '11 add gift-box GB-1',
      '12 add gift-box-gb-2 GB-2',
      '13 add jacket-repair SVC-1',
      '14 add sewing-pattern PDF-1',
      '15 error hikers-kit  unsupported_product_type',
      '16 error cup-set  unsupported_product_type',
      '17 add steel-bottle BOTTLE-1 image_not_fetchable',
      '18 add trail-map MAP-1',
      '19 add linen-shirt ',
      '20 add linen-shirt SH-38',
      '21 add linen-shirt SH-40 ignored_value ignored_value',
      '22 add spare-button SPARE-1 variant_without_product',
      '23 unchanged  MAP-1 store_view_skipped',
    ])
  })

  test('becomes the catalog that it describes', () => {
    expect(imported.products).toEqual(catalog)
  })

  test('comes back from our own export as unchanged', async () => {
    const { preview } = await importFixture(exportOf(imported.catalog), imported.catalog)
    expect(new Set(preview.rows.map(({ kind }) => kind))).toEqual(new Set(['unchanged']))
  })

  test('is unchanged when it is imported again', async () => {
    const { preview } = await importFixture(fixture, imported.catalog)
    expect(preview.counts).toEqual({ adds: 0, updates: 0, unchanged: 20, errors: 2, clears: 0 })
  })
})

const catalog: Product[] = [
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
    handle: 'jacket-repair',
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
