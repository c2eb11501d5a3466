import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { cutOff } from '../../../test/support/cut-off.ts'
import { boolean, integer, money, moneyText, weight, weightText } from './number-cells.ts'

test('a number with very many digits is read in linear time', () => {
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
    ['.99', '0.99'],
    ['.5', '0.50'],
    ['1,299.00', '1299.00'],
    ['1,299,000', '1299000.00'],
    ['9999999999.9999', '9999999999.9999'],
  ])('%s reads as %s', (cell, value) => expect(money.read(cell, '.')).toEqual({ value }))

  test.each([
    ['1,299', 'invalid_number'],
    ['1,29,000', 'invalid_number'],
    ['.', 'invalid_number'],
    ['1,50', 'invalid_number'],
    ['$25', 'invalid_number'],
    ['25 €', 'invalid_number'],
    ['1E5', 'invalid_number'],
    ['1.2.3', 'invalid_number'],
    ['-.5', 'negative_number'],
    ['', 'invalid_number'],
    ['+5', 'invalid_number'],
    ['٢٥', 'invalid_number'],
    ['-1', 'negative_number'],
    ['10000000000', 'number_too_large'],
    ['1.00001', 'too_many_decimals'],
  ])('%s is the error %s', (cell, code) => {
    expect(money.read(cell, '.').problem?.code).toBe(code)
  })

  test('takes a decimal comma if the file uses it, and then no dot', () => {
    expect(money.read('1299,5', ',')).toEqual({ value: '1299.50' })
    expect(money.read(',99', ',')).toEqual({ value: '0.99' })
    expect(money.read('1.299,5', ',')).toEqual({ value: '1299.50' })
    expect(money.read('1299.5', ',').problem?.code).toBe('invalid_number')
  })

  test('has one spelling for each number, which reads as itself', () => {
    const wholeCents = fc.nat({ max: 99 }).map((cents) => 100 * cents)
    const amounts = fc.tuple(fc.nat(), fc.oneof(wholeCents, fc.nat({ max: 9_999 })))
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

describe('noise of a formula behind the last decimal is rounded, with a warning', () => {
  test.each([
    ['27.500000000000004', '27.50'],
    ['58.120000000000005', '58.12'],
    ['19.799999999999997', '19.80'],
    ['9.99999999999999', '10.00'],
    ['1250.1234000000001', '1250.1234'],
    ['0.30000000000000004', '0.30'],
    ['12.990000001', '12.99'],
    ['7.949999999', '7.95'],
  ])('%s is %s', (cell, value) => {
    const read = money.read(cell, '.')
    const parameters = { case: 'rounded', rounded: value.replace(/\.?0+$/, '') }
    expect(read).toMatchObject({ value, warning: { code: 'rounded_number', parameters } })
    expect(money.read(cell.replace('.', ','), ',')).toMatchObject({ value })
  })

  test('in a weight too, to its decimals', () => {
    expect(weight.read('0.12345600000000001', '.')).toMatchObject({
      value: '0.123456',
      warning: { code: 'rounded_number' },
    })
  })

  test.each([
    '12.34567',
    '13.333333333333334',
    '0.000000000001',
    '12345.00001',
    '0.900000001',
    `1.${'0'.repeat(60)}1`,
    '9999999999.99999999',
  ])('but %s stays an error', (cell) => {
    const { problem } = money.read(cell, '.')
    expect(problem?.code).toBe(cell.startsWith('9') ? 'number_too_large' : 'too_many_decimals')
  })

  test('only if it changes the number by less than a billionth', () => {
    const digits = fc.tuple(fc.nat({ max: 999_999 }), fc.stringMatching(/^\d{5,20}$/))
    fc.assert(
      fc.property(digits, ([whole, fraction]) => {
        const { value } = money.read(`${whole}.${fraction}`, '.')
        if (value === undefined) return
        expect(Math.abs(Number(value) - Number(`${whole}.${fraction}`))).toBeLessThanOrEqual(
          whole * 1.1e-9 + 1e-9,
        )
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
  expect(quantity.read('−3', '.')).toEqual({ value: -3 })
  expect(Object.is(quantity.read('-0', '.').value, 0)).toBe(true)
  for (const cell of ['3.0', '3.00', '3.0000', '3']) expect(quantity.read(cell, '.').value).toBe(3)
  expect(quantity.read('3,0', ',').value).toBe(3)
  for (const cell of ['2147483648', '1.5', '1.', '.0', '1,0', '1e3', '5x', '+5', '9'.repeat(400)]) {
    expect(quantity.read(cell, '.').problem?.code).toBe('invalid_integer')
  }
})

test('what is wrong with a whole number does not mention 32-bit limits', () => {
  const quantity = integer(-(2 ** 31), 2 ** 31 - 1)
  const position = integer(1, 2 ** 31 - 1)
  expect(quantity.read('1.5', '.').problem).toEqual({ code: 'invalid_integer' })
  expect(quantity.read('2147483648', '.').problem).toEqual({
    code: 'invalid_integer',
    parameters: { case: 'too_large' },
  })
  expect(position.read('0', '.').problem).toEqual({
    code: 'invalid_integer',
    parameters: { case: 'from', least: 1 },
  })
})

test('TRUE and FALSE have their usual spellings', () => {
  for (const cell of ['TRUE', 'true', '1', 'Yes', 'y'])
    expect(boolean.read(cell, '.')).toEqual({ value: true })
  for (const cell of ['FALSE', 'False', '0', 'no', 'N'])
    expect(boolean.read(cell, '.')).toEqual({ value: false })
  expect(boolean.read('maybe', '.').problem?.code).toBe('invalid_boolean')
})

test.each([
  ['WAHR', 'FALSCH'],
  ['VRAI', 'FAUX'],
  ['VERDADERO', 'FALSO'],
  ['VERO', 'FALSO'],
  ['VERDADEIRO', 'FALSO'],
  ['WAAR', 'ONWAAR'],
  ['PRAWDA', 'FAŁSZ'],
  ['SANT', 'FALSKT'],
  ['ИСТИНА', 'ЛОЖЬ'],
  ['PRAVDA', 'NEPRAVDA'],
  ['DOĞRU', 'YANLIŞ'],
  ['doğru', 'yanlış'],
  ['SAND', 'FALSK'],
  ['TOSI', 'EPÄTOSI'],
])('%s and %s are TRUE and FALSE in the language of a spreadsheet', (yes, no) => {
  for (const cell of [yes, yes.toLowerCase()]) expect(boolean.read(cell, '.')).toEqual({ value: true })
  for (const cell of [no, no.toLowerCase()]) expect(boolean.read(cell, '.')).toEqual({ value: false })
})

test('if a dot may separate thousands, a number such as 1.299 is refused', () => {
  for (const cell of ['1.299', '12.000', '-999.999']) {
    const { problem } = money.read(cell, 'unclear')
    expect(problem?.code).toBe('ambiguous_number')
    expect(problem?.parameters).toMatchObject({ exact: `${cell}0` })
    expect(weight.read(cell, 'unclear').problem?.code).toBe('ambiguous_number')
    expect(integer(-1_000_000, 1_000_000).read(cell, 'unclear').problem?.code).toBe('ambiguous_number')
    expect(money.read(cell.replace('-', ''), '.').problem).toBeUndefined()
  }
  for (const cell of ['0.250', '1.29', '1.2990', '1234.567', '12', '012.500']) {
    expect(weight.read(cell, 'unclear')).toEqual(weight.read(cell, '.'))
    expect(weight.read(cell, 'unclear').problem).toBeUndefined()
  }
})
