import { expect, test } from '@jest/globals'
import type { DraftRow } from '../api/client.ts'
import { findErrorCauses } from './error-causes.ts'

function rowWith(row: number, ...errors: DraftRow['errors']): DraftRow {
  return {
    row,
    kind: 'error',
    handle: 'mug',
    sku: null,
    title: null,
    entities: [],
    changes: [],
    errors,
    warnings: [],
  }
}
const badPrice = (value: string) => ({
  column: 'variant_price',
  code: 'invalid_number',
  message: `“${value}” is not a number.`,
  value,
})

test('rows that have the same thing wrong are one cause, those of the most rows first', () => {
  const missing = { column: 'title', code: 'missing_value', message: 'The title is missing.', value: null }
  const causes = findErrorCauses([
    rowWith(2, missing),
    rowWith(3, badPrice('a')),
    rowWith(4, badPrice('b'), missing),
    rowWith(5, badPrice('a')),
    rowWith(6, { ...badPrice('a'), column: 'variant_compare_at_price' }),
  ])
  expect(causes.map(({ code, column, rows }) => [code, column, rows])).toEqual([
    ['invalid_number', 'variant_price', 3],
    ['missing_value', 'title', 2],
    ['invalid_number', 'variant_compare_at_price', 1],
  ])
})

test('a cause has a few examples that differ, each with its first row', () => {
  const [cause] = findErrorCauses(
    ['a', 'a', 'b', 'c', 'd'].map((value, index) => rowWith(index + 2, badPrice(value))),
  )
  expect(cause?.examples.map(({ row, value }) => [row, value])).toEqual([
    [2, 'a'],
    [4, 'b'],
    [5, 'c'],
  ])
})

test('a row that has the same wrong twice is one row', () => {
  expect(findErrorCauses([rowWith(2, badPrice('a'), badPrice('b'))])).toMatchObject([{ rows: 1 }])
})
