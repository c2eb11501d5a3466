import { describe, expect, test } from '@jest/globals'
import type { DraftRow } from '../api/client.ts'
import { countProducts, filterProducts, groupByProduct } from './product-groups.ts'

const row = (number: number, fields: Partial<DraftRow> = {}): DraftRow => ({
  row: number,
  kind: 'unchanged',
  handle: 'mug',
  sku: null,
  title: null,
  entities: [],
  changes: [],
  errors: [],
  warnings: [],
  ...fields,
})
const keys = (groups: readonly { key: string }[]) => groups.map(({ key }) => key)

describe('products of a preview', () => {
  test('hold all their rows, wherever these stand, in the order of their first', () => {
    const groups = groupByProduct([row(2), row(3, { handle: 'cup' }), row(4), row(5, { handle: null })])
    expect(groups.map(({ handle, rows }) => [handle, rows.map((one) => one.row)])).toEqual([
      ['mug', [2, 4]],
      ['cup', [3]],
      [null, [5]],
    ])
  })

  test('are not counted where a row has no handle, or none that can be one', () => {
    const wrong = { column: 'handle', code: 'invalid_handle', message: 'Not a handle.', value: 'No!' }
    const groups = groupByProduct([
      row(2),
      row(3, { handle: null }),
      row(4, { handle: 'No!', errors: [wrong] }),
      row(5, { handle: 'No!', errors: [wrong] }),
    ])
    expect(countProducts(groups)).toEqual({ products: 1, strayRows: 3 })
  })

  test('count what would happen to their rows', () => {
    const [group] = groupByProduct([
      row(2, {
        kind: 'update',
        title: 'Mug',
        changes: [
          { entity: 'product', field: 'vendor', before: 'A', after: '' },
          { entity: 'product', field: 'tags', before: '', after: 'new' },
        ],
      }),
      row(3, { kind: 'add', entities: ['variant'] }),
      row(4, { kind: 'error' }),
    ])
    expect(group).toMatchObject({
      title: 'Mug',
      counts: { add: 1, update: 1, unchanged: 0, error: 1 },
      isNew: false,
      clears: 1,
    })
  })

  test('are new where a row adds the product itself', () => {
    const change = { entity: 'product', field: 'title', before: null, after: 'Mug' } as const
    const [group] = groupByProduct([
      row(2, { kind: 'add', entities: ['product', 'variant'], changes: [change] }),
    ])
    expect(group?.isNew).toBe(true)
  })

  test('are not new where a row adds a variant, and changes the product that is there', () => {
    const change = { entity: 'product', field: 'title', before: 'Cup', after: 'Mug' } as const
    const [group] = groupByProduct([
      row(2, { kind: 'add', entities: ['product', 'variant'], changes: [change] }),
    ])
    expect(group?.isNew).toBe(false)
  })
})

describe('looking for products', () => {
  const groups = groupByProduct([
    row(2, { handle: 'creme-brulee', title: 'Crème Brûlée', sku: 'CB-1', kind: 'add' }),
    row(3, { handle: 'mug', title: 'Mug', sku: 'MUG-RED' }),
    row(4, { handle: 'mug', sku: 'MUG-BLUE', kind: 'error' }),
  ])

  test.each([
    ['creme', ['handle creme-brulee']],
    ['BRÛ cb-1', ['handle creme-brulee']],
    ['mug-blue', ['handle mug']],
    ['  ', ['handle creme-brulee', 'handle mug']],
    ['mug creme', []],
  ])('"%s" finds them by handle, title and SKU', (q, found) => {
    expect(keys(filterProducts(groups, { q }))).toEqual(found)
  })

  test('by what would happen to one of their rows', () => {
    expect(keys(filterProducts(groups, { show: 'error' }))).toEqual(['handle mug'])
    expect(keys(filterProducts(groups, { show: 'add', q: 'mug' }))).toEqual([])
  })
})
