import { makeProduct } from '@catalog/catalog/testing'
import { expect, test } from '@jest/globals'
import { plannedVariant } from '../testing/index.ts'
import { keepTakenSkus } from './keep-taken-skus.ts'
import type { Restoration } from './restore-product.ts'
import { UndoRows } from './undo-rows.ts'

test.each([
  ['all go back where they only change places', ['A', 'B', 'C'], [], ['A', 'B', 'C']],
  [
    'none goes back where the first waits for the second, that for the third, and that for another',
    ['A', 'B', 'C'],
    ['C'],
    [],
  ],
  ['one goes back that waits for none of them', ['A', 'X', 'C'], ['C'], ['X']],
])('%s', (_name, wanted, taken, back) => {
  // The first variant is to get B, the second C, the third A, unless another variant has it.
  const ids = wanted.map((_, index) => `variant-${index}`)
  const variants = wanted.map((sku, index) => ({
    written: plannedVariant('p', { variantId: ids[index] ?? '', row: index + 2 }),
    stored: { ...plannedVariant('p', { sku: `now-${index}` }), optionValues: [] },
    fields: { sku },
  }))
  const holders = new Map([
    ['A', ids[2] ?? ''],
    ['B', ids[0] ?? ''],
    ['C', ids[1] ?? ''],
    ...taken.map((sku) => [sku, 'another'] as const),
  ])
  const rows = new UndoRows()
  keepTakenSkus([restorationOf(variants)], holders, rows)
  expect(variants.flatMap(({ fields }) => fields.sku ?? [])).toEqual(back)
  expect(rows.warned.changed_since).toBe(wanted.length - back.length)
})

function restorationOf(variants: Restoration['variants']): Restoration {
  const product = {
    ...makeProduct({ handle: 'p' }),
    productId: 'p',
    version: 1,
    stockVersion: 0,
    variants: [],
    images: [],
  }
  const part = {
    productId: 'p',
    added: undefined,
    updated: undefined,
    variants: { added: [], updated: [] },
    images: { added: [], updated: [] },
  }
  return { part, product, fields: {}, metadata: new Map(), variants, images: [] }
}
