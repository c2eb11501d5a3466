import type { RowError } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import { findErrorCauses } from './error-causes.ts'
import { error, row } from './testing/make-row.ts'

const rowWith = (number: number, handle: string | null, ...errors: RowError[]) =>
  row(number, { kind: 'error', handle, errors })
const badPrice = error('invalid_number', 'variant_price')
const noTitle = error('missing_value', 'title')
const waits = (rows: string) => error('product_invalid', null, { case: 'rows', rows })

test('rows with the same error are one cause, the one with the most rows first', () => {
  const causes = findErrorCauses([
    rowWith(2, 'mug', noTitle),
    rowWith(3, 'cup', badPrice),
    rowWith(4, 'bowl', badPrice, noTitle),
    rowWith(5, 'bowl', badPrice),
    rowWith(6, null, error('invalid_number', 'variant_compare_at_price')),
  ])
  expect(causes.map(({ key, rows, products, example }) => [key, rows, products, example.row])).toEqual([
    ['invalid_number.variant_price', 3, 2, 3],
    ['missing_value.title', 2, 2, 2],
    ['invalid_number.variant_compare_at_price', 1, 0, 6],
  ])
})

test('a row with the same error twice counts once', () => {
  expect(findErrorCauses([rowWith(2, 'mug', badPrice, badPrice)])).toMatchObject([{ rows: 1, products: 1 }])
})

test('rows that only fail because of another row are listed with its cause', () => {
  const causes = findErrorCauses([
    rowWith(2, 'mug', waits('4')),
    rowWith(3, 'mug', waits('4')),
    rowWith(4, 'mug', noTitle, badPrice),
    rowWith(5, 'cup', badPrice),
    rowWith(6, 'cup', waits('5')),
  ])
  expect(causes.map(({ key, rows, following }) => [key, rows, following])).toEqual([
    ['invalid_number.variant_price', 2, [6]],
    ['missing_value.title', 1, [2, 3]],
  ])
})

test("without the number of the other row, it is the product's first row with an error of its own", () => {
  const causes = findErrorCauses([
    rowWith(2, 'mug', error('product_invalid')),
    rowWith(3, 'mug', noTitle),
    rowWith(4, 'cup', badPrice),
  ])
  expect(causes.map(({ key, following }) => [key, following])).toEqual([
    ['missing_value.title', [2]],
    ['invalid_number.variant_price', []],
  ])
})

test('a row that depends on one not loaded yet is a separate cause', () => {
  expect(findErrorCauses([rowWith(2, 'mug', waits('4000'))])).toMatchObject([
    { key: 'product_invalid', rows: 1, following: [] },
  ])
})

test('a row below one of unknown kind depends on that one', () => {
  const lost = error('parent_not_found', 'Item', { case: 'unknown_kind', row: 2 })
  const causes = findErrorCauses([
    rowWith(2, null, error('unknown_row_type', 'Item')),
    rowWith(3, null, lost),
    rowWith(4, null, error('parent_not_found', 'Item', { case: 'none_above' })),
  ])
  expect(causes.map(({ key, following }) => [key, following])).toEqual([
    ['unknown_row_type.Item', [3]],
    ['parent_not_found.Item', []],
  ])
})
