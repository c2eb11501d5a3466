import { expect, test } from '@jest/globals'
import cases from './price-change.cases.json' with { type: 'json' }
import { largestPriceChange, percentageOf } from './price-change.ts'
import { change, row } from './testing/make-row.ts'

const prices = (...changes: { before: string | null; after: string | null }[]) =>
  changes.map(({ before, after }, index) =>
    row(index + 2, { kind: 'update', changes: [change('variant_price', before, after)] }),
  )

test.each(cases)('of several prices, the largest change is $which', ({ changes, after }) => {
  expect(largestPriceChange(prices(...changes))?.after).toBe(after)
})

test('changes by the same percentage are equal', () => {
  const factors = [31, 37, 59, 83].map((price) => {
    const after = (price * 1.04).toFixed(2)
    return largestPriceChange(prices({ before: `${price}.00`, after }))?.factor
  })
  expect(new Set(factors)).toEqual(new Set([1.04]))
})

test('new variants, failing rows and other prices are not changes of the price', () => {
  expect(
    largestPriceChange([
      ...prices({ before: null, after: '5.00' }),
      row(3, { kind: 'error', changes: [change('variant_price', '1.00', '2.00')] }),
      row(4, { kind: 'update', changes: [change('variant_compare_at_price', '1.00', '2.00')] }),
    ]),
  ).toBeNull()
})

test.each([
  ['189.00', '20.79', -89],
  ['20.00', '21.00', 5],
  ['5.00', '0.00', -100],
])('from %s to %s is a change by %d percent', (before, after, percentage) => {
  expect(percentageOf({ before, after, factor: 1 })).toBeCloseTo(percentage, 5)
})

test('there is no percentage of 0', () => {
  expect(percentageOf({ before: '0.00', after: '5.00', factor: Infinity })).toBeNull()
})
