import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { cutOff } from '../../../test/support/cut-off.ts'
import { boolean, integer, money, moneyText, weight, weightText } from './number-cells.ts'

test('a number of very many digits is read in time by their count, not by its square', () => {
  const zeros = '0'.repeat(2_000_000)
  expect(cutOff(() => money.read(`0.${zeros}1`, '.').problem?.code)).toBe('too_many_decimals')
  expect(cutOff(() => weight.read(`1.5${zeros}`, '.'))).toEqual({ value: '1.5' })
})

describe('a price', () => {
  test.each([
    ['25', '25.00'],
    ['25.0', '25.00'],
    ['25.00', '25.00'],
    ['0025.5', '25.50'],
    ['25.1234', '25.1234'],
    ['25.10000000', '25.10'],
    ['0', '0.00'],
    ['9999999999.9999', '9999999999.9999'],
  ])('%s reads as %s', (cell, value) => expect(money.read(cell, '.')).toEqual({ value }))

  test.each([
    ['1,299.00', 'invalid_number'],
    ['1,50', 'invalid_number'],
    ['$25', 'invalid_number'],
    ['25 €', 'invalid_number'],
    ['1E5', 'invalid_number'],
    ['1.2.3', 'invalid_number'],
    ['.5', 'invalid_number'],
    ['+5', 'invalid_number'],
    ['٢٥', 'invalid_number'],
    ['-1', 'negative_number'],
    ['10000000000', 'number_too_large'],
    ['1.00001', 'too_many_decimals'],
  ])('%s is an error that names it', (cell, code) => {
    const { problem } = money.read(cell, '.')
    expect(problem?.code).toBe(code)
    expect(problem?.message).toContain(cell)
  })

  test('takes a decimal comma where the file uses it, and then no dot', () => {
    expect(money.read('1299,5', ',')).toEqual({ value: '1299.50' })
    expect(money.read('1299.5', ',').problem?.code).toBe('invalid_number')
  })

  test('has one spelling for each number, which reads as itself', () => {
    const amounts = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 9_999 }))
    fc.assert(
      fc.property(amounts, ([whole, fraction]) => {
        const numeric = `${whole}.${String(fraction).padStart(4, '0')}`
        const value = moneyText(numeric)
        expect(money.read(numeric, '.')).toEqual({ value })
        expect(money.read(value, '.')).toEqual({ value })
        expect(Number(value)).toBe(Number(numeric))
      }),
    )
  })
})

test.each([
  ['1.500000', '1.5'],
  ['100.000000', '100'],
  ['100', '100'],
  ['0.000000', '0'],
  ['12345678901234.123456', '12345678901234.123456'],
])('the weight %s is written %s', (numeric, value) => {
  expect(weightText(numeric)).toBe(value)
  expect(weight.read(numeric, '.')).toEqual({ value })
})

test('a quantity is a whole number of 32 bits', () => {
  const quantity = integer(-(2 ** 31), 2 ** 31 - 1)
  expect(quantity.read('-2147483648', '.')).toEqual({ value: -2_147_483_648 })
  expect(Object.is(quantity.read('-0', '.').value, 0)).toBe(true)
  for (const cell of ['2147483648', '1.0', '1e3', '5x', '+5', '9'.repeat(400)]) {
    expect(quantity.read(cell, '.').problem?.code).toBe('invalid_integer')
  }
})

test('TRUE and FALSE have their usual spellings', () => {
  for (const cell of ['TRUE', 'true', '1', 'Yes', 'y'])
    expect(boolean.read(cell, '.')).toEqual({ value: true })
  for (const cell of ['FALSE', 'False', '0', 'no', 'N'])
    expect(boolean.read(cell, '.')).toEqual({ value: false })
  expect(boolean.read('maybe', '.').problem?.code).toBe('invalid_boolean')
})
