import { expect, test } from '@jest/globals'
import { hasCause, readCause } from './cause-search.ts'
import { error, row } from './testing/make-row.ts'

const wrong = row(2, {
  kind: 'error',
  errors: [
    error('invalid_number', 'variant_price'),
    error('too_long', 'metadata.care'),
    error('row_adds_nothing'),
  ],
})

test.each([
  ['invalid_number.variant_price', true],
  ['invalid_number.variant_weight_grams', false],
  ['invalid_number', false],
  ['too_long.metadata.care', true],
  ['row_adds_nothing', true],
  ['row_adds_nothing.title', false],
])('a row is found by the cause %s: %s', (cause, isFound) => {
  expect(hasCause(wrong, readCause(cause))).toBe(isFound)
})
