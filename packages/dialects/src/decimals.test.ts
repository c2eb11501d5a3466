import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { lessPercent, minus, plus } from './decimals.ts'

describe('amounts', () => {
  test.each([
    ['18.0', '0.25', '18.25'],
    ['18', '-0.25', '17.75'],
    ['0.1', '.2', '0.3'],
    ['1', '-2.50', '-1.50'],
  ])('%s and %s are %s', (a, b, sum) => {
    expect(plus(a, b)).toBe(sum)
  })

  test.each([
    ['100.0', '20.0', '80.00'],
    ['19.99', '15', '16.99'],
    ['990', '12.5', '866.25'],
    ['0.05', '50', '0.03'],
    ['10', '0', '10.00'],
    ['10', '100', '0.00'],
  ])('%s less %s per cent is %s', (amount, percent, left) => {
    expect(lessPercent(amount, percent)).toBe(left)
  })

  test.each(['', 'x', '.', '1,5', '1e3', '9'.repeat(21)])('%j is none', (text) => {
    expect(plus(text, '1')).toBeUndefined()
    expect(minus('1', text)).toBeUndefined()
    expect(lessPercent(text, '1')).toBeUndefined()
    expect(lessPercent('1', text)).toBeUndefined()
  })

  test('come back when what was added is taken off again', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat({ max: 9999 }))
      .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(4, '0')}`)
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const sum = plus(a, b)
        expect(sum === undefined ? undefined : minus(sum, b)).toBe(a.replace(/^-(?=0\.0000$)/, ''))
      }),
    )
  })
})
