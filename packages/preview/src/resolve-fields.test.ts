import { canonicalColumnNames } from '@catalog/catalog'
import { describe, expect, test } from '@jest/globals'
import { applyPlan, toProducts, toSlice } from '../../../test/support/preview/apply-plan.ts'
import { csv, kindsOf, previewOf, shop } from '../../../test/support/preview/shop.ts'
import { previewTable } from './preview-table.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

describe('blank and absent (§5)', () => {
  test('an absent column keeps the stored value', async () => {
    const result = await previewOf([{ handle: 'shirt', title: 'Shirt', variant_sku: '001' }], await shop())
    expect(kindsOf(result)).toBe('unchanged')
  })

  test('a blank cell clears an optional field, shown and counted as a clear', async () => {
    const columns = [...canonicalColumnNames, 'metadata.care', 'metadata.other']
    const result = await previewOf([{ handle: 'shirt', variant_sku: '001' }], await shop(), columns)
    expect(result.rows[0]?.changes).toEqual([
      { entity: 'product', field: 'vendor', before: 'Acme', after: '' },
      { entity: 'product', field: 'tags', before: 'a, b', after: '' },
      { entity: 'product', field: 'metadata.care', before: 'cold', after: '' },
      { entity: 'variant', field: 'variant_barcode', before: '0099', after: '' },
    ])
    expect(result.counts).toEqual({ adds: 0, updates: 1, unchanged: 0, errors: 0, clears: 4 })
    expect(result.plan.products.updates).toMatchObject([{ title: 'Shirt', status: 'active', metadata: {} }])
    expect(result.plan.variants.updates).toMatchObject([{ sku: '001', price: '10.00', option1Value: 'S' }])
  })

  test('a product cell counts as blank only if it is blank on all rows of the product', async () => {
    const result = await previewOf(
      [
        { handle: 'shirt', vendor: 'Acme', tags: 'b,a', 'metadata.care': 'cold' },
        { handle: 'shirt', variant_sku: '001', variant_price: '11' },
      ],
      await shop(),
    )
    expect(kindsOf(result)).toBe('unchanged update')
    expect(result.counts.clears).toBe(0)
  })

  test('images stay if no row names one (INV-10)', async () => {
    const catalog = await shop()
    const { plan } = await previewOf([{ handle: 'shirt', title: 'Shirt', image_url: '' }], catalog)
    applyPlan(catalog, plan)
    expect(toProducts(catalog).find(({ handle }) => handle === 'shirt')?.images).toHaveLength(2)
  })

  test('a blank cell of a foreign dialect keeps the stored value', async () => {
    const file = await fileOf(csv([{ handle: 'shirt', variant_sku: '001' }], [...canonicalColumnNames]))
    const result = previewTable({ ...file.table, canonical: false }, toSlice(await shop()))
    expect(kindsOf(result)).toBe('unchanged')
  })
})
