import { beforeAll, describe, expect, test } from '@jest/globals'
import { exportOf, importFixture, type ImportedFixture } from '../testing/import-fixture.ts'
import { magento2Products } from '../testing/magento2-products.ts'

const fixture = 'magento2/realistic.csv'

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
      '13 add jacket_repair SVC-1',
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
    expect(imported.products).toEqual(magento2Products)
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
