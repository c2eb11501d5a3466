import { expect, test } from '@jest/globals'
import { exportOf, importFixture } from '../../../test/support/preview/import-fixture.ts'
import { productsOf, realisticFiles } from '../../../test/support/preview/realistic-files.ts'

test.each(realisticFiles)(
  'the realistic file of $dialect becomes this catalog, and comes back unchanged, as does the catalog’s own export',
  async ({ dialect, path, catalog }) => {
    const products = await productsOf(catalog)
    const first = await importFixture(path)
    expect(first.file.dialect).toBe(dialect)
    expect(first.products).toEqual(products)

    const { adds, unchanged, errors } = first.preview.counts
    const again = await importFixture(path, first.catalog)
    expect(again.preview.counts).toEqual({
      adds: 0,
      updates: 0,
      unchanged: adds + unchanged,
      errors,
      clears: 0,
    })
    expect(again.products).toEqual(products)

    const exported = await importFixture(exportOf(first.catalog), first.catalog)
    expect(exported.file.dialect).toBe('canonical')
    expect(new Set(exported.preview.rows.map(({ kind }) => kind))).toEqual(new Set(['unchanged']))
    expect(exported.products).toEqual(products)
  },
)
