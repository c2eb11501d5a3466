import { expect, test } from '@jest/globals'
import type { CanonicalRow } from './dialect.ts'
import { productHandles } from './product-handles.ts'

test('products with the same name get a longer handle, except the first, whose row they need', () => {
  const products = [
    { row: rowAt(2), names: ['Mug', 'Mug A'], sku: 'A' },
    { row: rowAt(3), names: ['Mug', 'Mug B'], sku: 'B' },
    { row: rowAt(4), names: ['Mug B'], sku: 'C' },
    { row: rowAt(5), names: ['!?', '!?'], sku: 'D' },
    { row: rowAt(6), names: ['Cap'], sku: 'E' },
  ]
  const handles = productHandles(products, { made: new Map(), taken: new Map([['cap', rowAt(9)]]) })
  expect(products.map((product) => [handles.get(product), product.row.needs])).toEqual([
    ['mug', undefined],
    [undefined, [2, 4]],
    ['mug-b', undefined],
    [undefined, undefined],
    [undefined, [9]],
  ])
})

function rowAt(row: number): CanonicalRow {
  return { row, cells: [], errors: [], warnings: [] }
}
