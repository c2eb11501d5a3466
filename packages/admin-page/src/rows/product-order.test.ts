import { expect, test } from '@jest/globals'
import { findProducts } from './find-products.ts'
import { groupByProduct } from './product-groups.ts'
import { orderOf, sortProducts } from './product-order.ts'
import { change, row, warning } from './testing/make-row.ts'

const priced = (number: number, handle: string, before: string, after: string) =>
  row(number, { kind: 'update', handle, changes: [change('variant_price', before, after)] })
const { products } = findProducts(
  groupByProduct([
    row(2, { handle: 'same' }),
    priced(3, 'dearer', '10.00', '11.00'),
    priced(4, 'free', '10.00', '0.00'),
    priced(5, 'cheaper', '189.00', '20.79'),
    priced(6, 'no longer free', '0.00', '1.00'),
    row(7, {
      handle: 'rewritten',
      kind: 'update',
      changes: [change('title', 'A', 'B'), change('vendor', 'A', 'B')],
    }),
  ]),
  {},
  'Row',
)
const jump = findProducts(
  groupByProduct([row(8, { handle: 'jump', warnings: [warning('price_jump')] })]),
  {},
  'Row',
).products
const handles = (order: Parameters<typeof sortProducts>[1]) =>
  sortProducts(products, order).map(({ group }) => group.handle)

test('the largest price changes come first, and equal ones stay in the order of the file', () => {
  expect(handles('price')).toEqual(['free', 'no longer free', 'cheaper', 'dearer', 'same', 'rewritten'])
})

test('the products with the most changes come first', () => {
  expect(handles('size')).toEqual(['rewritten', 'dearer', 'free', 'cheaper', 'no longer free', 'same'])
})

test('by default, prices come first if one jumps, otherwise the order is that of the file', () => {
  expect(orderOf(products, undefined)).toBe('file')
  expect(orderOf([...products, ...jump], undefined)).toBe('price')
  expect(orderOf([...products, ...jump], 'file')).toBe('file')
  expect(handles('file')[0]).toBe('same')
})
