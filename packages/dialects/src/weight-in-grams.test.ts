import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { weightInGrams } from './weight-in-grams.ts'

test.each([
  ['0', 'kg', '0'],
  ['1.5', 'kg', '1500'],
  ['0.0000001', 'kg', '0.0001'],
  ['007.50', 'g', '7.5'],
  ['1', 'lbs', '453.59237'],
  ['0.5', 'lb', '226.796185'],
  ['0.25', 'lbs', '113.398093'],
  ['.5', 'kg', '500'],
  ['1', 'oz', '28.349523'],
  ['16', 'oz', '453.59237'],
  ['-2', 'kg', '-2000'],
] as const)('%s %s are %s grams', (text, unit, grams) => {
  expect(weightInGrams(text, unit)).toBe(grams)
})

test.each(['', 'heavy', '1,5', '.', '1e3', '1.', '1'.repeat(41)])('“%s” is no weight', (text) => {
  expect(weightInGrams(text, 'kg')).toBeUndefined()
})

test('kilograms keep every digit: only the point moves', () => {
  fc.assert(
    fc.property(fc.nat({ max: 99_999 }), fc.stringMatching(/^\d{3,9}$/), (whole, fraction) => {
      const moved = `${whole}${fraction.slice(0, 3)}.${fraction.slice(3)}`
      expect(weightInGrams(`${whole}.${fraction}`, 'kg')).toBe(
        moved.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, ''),
      )
    }),
  )
})

test('sixteen ounces are a pound, however many there are', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000 }), (pounds) => {
      expect(weightInGrams(String(pounds * 16), 'oz')).toBe(weightInGrams(String(pounds), 'lbs'))
    }),
  )
})
