import { beforeAll, describe, expect, test } from '@jest/globals'
import { recognize } from './recognize.ts'
import { canonicalProducts } from '../../../test/support/preview/canonical-products.ts'
import { rowLines } from '../../../test/support/preview/expected.ts'
import { exportOf, importFixture } from '../../../test/support/preview/import-fixture.ts'
import type { ImportedFixture } from '../../../test/support/preview/import-fixture.ts'
import { productsOf } from '../../../test/support/preview/realistic-files.ts'

/** The changes of a row, such as `tags: linen → sale`; for a new entity, `tags: sale`. */
function changeLines({ preview }: ImportedFixture, row: number): string[] {
  const changes = preview.rows.find((each) => each.row === row)?.changes ?? []
  return changes.map(({ field, before, after }) =>
    before === null ? `${field}: ${after}` : `${field}: ${before} → ${after}`,
  )
}

describe('a header', () => {
  test.each([
    [['handle', 'title']],
    [['Handle', 'Variant-SKU', 'description html']],
    [['HANDLE', 'image_url', 'Metadata.care']],
  ])('%j is our own', (header) => {
    expect(recognize(header)).toMatchObject({ dialect: { name: 'canonical' }, unknownColumns: [] })
  })

  test.each([[['handle', 'price']], [['title', 'variant_price']]])('%j is not', (header) => {
    expect(() => recognize(header)).toThrow()
  })
})

describe('a catalog written by hand', () => {
  let imported: ImportedFixture
  beforeAll(async () => {
    imported = await importFixture('canonical/realistic.csv')
  })

  test('is read with the columns that it has, in any spelling', () => {
    const { file, preview } = imported
    expect([file.dialect, file.encoding, file.delimiter]).toEqual(['canonical', 'utf-8', ','])
    expect(file.unknownColumns).toEqual([
      { name: 'Season', nearest: null },
      { name: 'variant_barcod', nearest: 'variant_barcode' },
    ])
    expect([...file.warnings, ...preview.warnings]).toEqual([])
  })

  test('becomes these products, as does our own file of them', async () => {
    expect(imported.products).toEqual(canonicalProducts)
    expect(await productsOf('canonical.csv')).toEqual(canonicalProducts)
  })

  test('is previewed row by row', () => {
    const { preview } = imported
    expect(preview.counts).toEqual({ adds: 23, updates: 0, unchanged: 0, errors: 13, clears: 0 })
    expect(preview.productCount).toBe(12)
    expect(rowLines(preview.rows)).toEqual([
      '2 add linen-shirt LS-S-WHT image+product+variant',
      '3 add linen-shirt LS-S-SND image+variant',
      '4 add linen-shirt - variant',
      '5 add linen-shirt - image',
      '6 add linen-shirt - image',
      '7 add enamel-mug 00471 image+product+variant',
      '8 add enamel-mug - image',
      '10 add gift-card - product incomplete_product',
      '11 add gift-card - variant',
      '12 add gift-card - variant',
      '13 error gift-card - - invalid_number',
      '14 add 20-c-jacket +JKT-20 image+product+variant',
      '15 add café-søren-blend COF-250 product+variant',
      '16 add linen-shirt LS-M-SND variant',
      '17 add café-søren-blend COF-1000 variant',
      '18 add art-print 0042 image+product+variant incomplete_product',
      '19 add art-print 0043 variant ignored_value',
      '20 error art-print 0044 - duplicate_options',
      '21 error art-print 0045 - duplicate_options',
      '22 add art-print - image',
      '23 add art-print - image ignored_value',
      '24 add wool-socks SOCK-39 product+variant incomplete_product',
      '25 error wool-socks SOCK-43 - duplicate_sku',
      '26 error wool-socks SOCK-43 - duplicate_sku',
      '27 error wool-socks - - row_adds_nothing',
      '28 error desk-lamp LAMP - product_invalid',
      '29 error desk-lamp - - conflicting_values',
      '30 add rain-jacket - image+product+variant',
      '31 add rain-jacket - image ignored_value',
      '32 add tote-bag - product+variant row_padded',
      '33 error umbrella - - data_beyond_header',
      '34 add steel-bottle BOTTLE-05 product+variant incomplete_product',
      '35 error steel-bottle 1.23E+11 - scientific_notation',
      '36 error steel-bottle BOTTLE-1 - invalid_number',
      '37 error steel-bottle BOTTLE-2 - negative_number',
      '38 error steel-bottle BOTTLE-3 - variant_image_unknown',
    ])
  })

  test('is previewed field by field, defaults included', () => {
    expect(changeLines(imported, 2)).toEqual([
      'title: Linen Shirt',
      'description_html: <p>Soft, "washed" linen.</p>\n<ul><li>Made in Porto</li></ul>',
      'vendor: Casa Lino',
      'product_type: Shirts',
      'tags: linen, new, summer',
      'status: active',
      'seo_title: Linen shirt for warm days',
      'seo_description: Washed linen, made in Porto.',
      'option1_name: Size',
      'option2_name: Color',
      'metadata.care:   30 °C\n  line dry',
      'metadata.fit-note: Runs large',
      'image_url: https://cdn.shop.example/linen/white.jpg',
      'image_position: 1',
      'image_alt: White shirt, front',
      'option1_value: S',
      'option2_value: White',
      'variant_sku: LS-S-WHT',
      'variant_barcode: 4006381333931',
      'variant_price: 59.00',
      'variant_compare_at_price: 79.00',
      'variant_inventory_quantity: 12',
      'variant_weight_grams: 226.796185',
      'variant_requires_shipping: TRUE',
      'variant_taxable: TRUE',
      'variant_image_url: https://cdn.shop.example/linen/white.jpg',
    ])
    expect(changeLines(imported, 6)).toEqual([
      'image_url: https://cdn.shop.example/linen/collar.jpg?w=2000',
      'image_position: 2',
      'image_alt: Collar',
    ])
    expect(changeLines(imported, 32)).toEqual([
      'title: Tote Bag',
      'status: draft',
      'variant_price: 9.00',
      'variant_requires_shipping: TRUE',
      'variant_taxable: TRUE',
    ])
  })
})

describe('an update of stored products, as a spreadsheet with decimal commas writes it', () => {
  let imported: ImportedFixture
  beforeAll(async () => {
    const { catalog } = await importFixture('canonical/realistic.csv')
    imported = await importFixture('canonical/blank-or-absent.csv', catalog)
  })

  test('is previewed row by row', () => {
    const { file, preview } = imported
    expect([file.dialect, file.delimiter]).toEqual(['canonical', ';'])
    expect(preview.warnings.map(({ code }) => code)).toEqual(['decimal_comma'])
    expect(preview.counts).toEqual({ adds: 2, updates: 5, unchanged: 1, errors: 0, clears: 7 })
    expect(rowLines(preview.rows)).toEqual([
      '2 update linen-shirt LS-S-WHT product+variant',
      '3 update linen-shirt LS-S-SND variant',
      '4 add linen-shirt LS-L-WHT variant',
      '5 update linen-shirt - image position_taken',
      '6 update enamel-mug 471 product+variant leading_zeros_lost',
      '7 update gift-card - product',
      '8 unchanged gift-card - -',
      '9 add wool-hat - product+variant',
    ])
  })

  test('clears optional fields with a blank cell, and keeps fields without a column', () => {
    expect(changeLines(imported, 2)).toEqual([
      'description_html: <p>Soft, "washed" linen.</p>\n<ul><li>Made in Porto</li></ul> → ',
      'tags: linen, new, summer → sale',
      'metadata.fit-note: Runs large → ',
      'variant_compare_at_price: 79.00 → ',
      'variant_inventory_quantity: 12 → ',
      'variant_image_url: https://cdn.shop.example/linen/white.jpg → ',
    ])
    expect(changeLines(imported, 3)).toEqual([
      'variant_price: 59.00 → 57.50',
      'variant_compare_at_price:  → 59.00',
      'variant_inventory_quantity: 0 → 3',
    ])
    expect(changeLines(imported, 5)).toEqual(['image_alt: Back → '])
    expect(changeLines(imported, 6)).toEqual([
      'title: Enamel Mug → Enamel Mug, 350 ml',
      'description_html:  Holds 350 ml.  → ',
      'variant_sku: 00471 → 471',
    ])
    expect(changeLines(imported, 7)).toEqual(['status: archived → active'])
  })

  test('results in this catalog, and is unchanged when imported again', async () => {
    const { catalog, products } = imported
    expect(products).toEqual(await productsOf('canonical-afterwards.csv'))
    const again = await importFixture('canonical/blank-or-absent.csv', catalog)
    expect(again.preview.counts).toEqual({ adds: 0, updates: 0, unchanged: 8, errors: 0, clears: 0 })
    const exported = await importFixture(exportOf(catalog), catalog)
    expect(new Set(exported.preview.rows.map(({ kind }) => kind))).toEqual(new Set(['unchanged']))
  })
})
