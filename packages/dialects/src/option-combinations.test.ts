import { expect, test } from '@jest/globals'
import type { CanonicalRow } from './dialect.ts'
import { maxOfFile, maxOfRow, OptionCombinations } from './option-combinations.ts'

const optionOf = (name: string, count: number) => ({
  name,
  values: Array.from({ length: count }, (_, index) => `${name}${index}`),
})

test('every combination is made once, the last option changing first', () => {
  const row: Pick<CanonicalRow, 'errors'> = { errors: [] }
  const sizes = { name: 'Size', values: ['S', 'M', 'S'] }
  expect(new OptionCombinations().of(row, [sizes, { name: 'Colour', values: ['Red', 'Blue'] }])).toEqual([
    ['S', 'Red'],
    ['S', 'Blue'],
    ['M', 'Red'],
    ['M', 'Blue'],
  ])
  expect(row.errors).toEqual([])
})

test('of a file there are at most 10,000, and rows that make more fail', () => {
  const combinations = new OptionCombinations()
  const row: Pick<CanonicalRow, 'errors'> = { errors: [] }
  for (let made = 0; made < maxOfFile; made += maxOfRow) {
    expect(combinations.of(row, [optionOf('Size', maxOfRow)])).toHaveLength(maxOfRow)
  }
  expect(row.errors).toEqual([])
  expect(combinations.of(row, [optionOf('Size', 1)])).toEqual([])
  expect(row.errors).toMatchObject([{ code: 'too_many_variants' }])
})
