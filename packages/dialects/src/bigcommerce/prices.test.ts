import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { adjustPrices } from './prices.ts'

const prices = (price: string) => ({ price, sale: '', retail: '' })

test.each([
  ['10', '[ADD]4', '14'],
  ['10.10', '[ADD]0.205', '10.305'],
  ['10.10', '[REMOVE]0.1', '10.00'],
  ['1', '[remove] 3.5', '-2.5'],
  ['10.10', '[FIXED]7', '7'],
  ['10.10', '7.25', '7.25'],
  ['10.10', '[ADD]10%', '[ADD]10%'],
  ['10,10', '[ADD]1,5', '[ADD]1,5'],
  ['', '[ADD]1', '[ADD]1'],
  ['10', '[DOUBLE]', '[DOUBLE]'],
])('%s under the rule %s is %s', (price, rule, expected) => {
  expect(adjustPrices(prices(price), rule).price).toBe(expected)
})

test('what is added and removed again leaves the amount as it was', () => {
  const amount = fc
    .tuple(fc.nat(999_999), fc.nat(9_999))
    .map(([whole, decimals]) => `${whole}.${String(decimals).padStart(4, '0')}`)
  fc.assert(
    fc.property(amount, amount, (price, change) => {
      const added = adjustPrices(prices(price), `[ADD]${change}`)
      expect(adjustPrices(added, `[REMOVE]${change}`).price).toBe(price)
    }),
  )
})
