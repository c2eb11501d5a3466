import { expect, test } from '@jest/globals'
import type { CanonicalRow } from './dialect.ts'
import { productHandles } from './product-handles.ts'

test('products with the same name get a longer handle, except the first, whose row they need', () => {
  const products = [
    { row: rowAt(2), names: ['Mug', 'Mug A'] },
    { row: rowAt(3), names: ['Mug', 'Mug B'] },
    { row: rowAt(4), names: ['Mug B'] },
    { row: rowAt(5), names: ['!?', '!?'] },
    { row: rowAt(6), names: ['Cap'] },
  ]
  const handles = productHandles(products, new Map([['cap', rowAt(9)]]))
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
