import { makeProduct, makeVariant } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import { catalogOf } from '../../../test/support/preview/apply-plan.ts'
import { previewOf } from '../../../test/support/preview/shop.ts'

const full = {
  sku: 'M-1',
  barcode: '123',
  compareAtPrice: '9.00',
  inventoryQuantity: 3,
  weightGrams: '5',
}
const catalog = (count: number, optionNames: string[] = []) =>
  catalogOf([
    makeProduct({
      handle: 'mug',
      optionNames: count > 1 ? ['Size'] : optionNames,
      variants: Array.from({ length: count }, (_, index) =>
        makeVariant({
          ...full,
          sku: `M-${index}`,
          optionValues: count > 1 || optionNames.length > 0 ? [`${index}`] : [],
        }),
      ),
    }),
  ])

describe.each([[[]], [['Size']]])('a cell that is emptied beside a handle alone (options: %j)', (options) => {
  test.each([
    'variant_compare_at_price',
    'variant_sku',
    'variant_barcode',
    'variant_inventory_quantity',
    'variant_weight_grams',
  ])('is cleared for a product with one variant: %s', async (column) => {
    const { rows, counts } = await previewOf([{ handle: 'mug' }], catalog(1, options), ['handle', column])
    expect(rows[0]).toMatchObject({ kind: 'update', errors: [], changes: [{ field: column, after: '' }] })
    expect(counts.clears).toBe(1)
  })

  test.each([['variant_price'], ['option1_value']])('is not where it is required: %s', async (column) => {
    const { rows } = await previewOf([{ handle: 'mug' }], catalog(1, options), ['handle', column])
    expect(rows[0]).toMatchObject({ kind: 'unchanged', changes: [] })
  })
})

test('with several variants it has a warning, and beside other cells it says nothing of a variant', async () => {
  const column = 'variant_compare_at_price'
  const several = await previewOf([{ handle: 'mug' }], catalog(2), ['handle', column])
  expect(several.rows[0]).toMatchObject({ kind: 'unchanged', warnings: [{ code: 'ignored_value', column }] })
  const titled = await previewOf([{ handle: 'mug', title: 'mug' }], catalog(1), ['handle', 'title', column])
  expect(titled.rows[0]).toMatchObject({ kind: 'unchanged', warnings: [] })
})
