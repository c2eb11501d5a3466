import { problem, quoted } from './cell-format.ts'
import type { CellFormat, DecimalMark, Reading } from './cell-format.ts'

const moneyLimits: DecimalLimits = { maxWhole: 10, maxDecimals: 4, example: '1299.00' }
const weightLimits: DecimalLimits = { maxWhole: 14, maxDecimals: 6, example: '1250.5' }

/** As it is written by us and by most: nothing to change. */
const usualMoney = /^(?:0|[1-9]\d{0,9})\.\d\d$/
const usualWeight = /^(?:0|[1-9]\d{0,13})(?:\.\d{0,5}[1-9])?$/

/** Decimal text with at least two and at most four decimals, 0 ≤ n < 10^10. Never a float. */
export const money: CellFormat<string> = {
  kind: 'number',
  read(cell, decimalMark) {
    if (decimalMark === '.' && usualMoney.test(cell)) return { value: cell }
    const read = readDecimal(cell, decimalMark, moneyLimits)
    return read.problem ? read : { value: moneyText(read.value) }
  },
  write: (value) => value,
}

/** Decimal text without trailing zeros, at most six decimals, 0 ≤ n < 10^14 (what the table's column holds). */
export const weight: CellFormat<string> = {
  kind: 'number',
  read(cell, decimalMark) {
    if (decimalMark === '.' && usualWeight.test(cell)) return { value: cell }
    return readDecimal(cell, decimalMark, weightLimits)
  },
  write: (value) => value,
}

/** A PostgreSQL `numeric` as the file writes a price: `25.0000` is `25.00`. */
export function moneyText(numeric: string): string {
  const [whole = '', fraction = ''] = numeric.split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

/** A PostgreSQL `numeric` as the file writes a weight: `1.500000` is `1.5`. */
export function weightText(numeric: string): string {
  return numeric.includes('.') ? numeric.replace(/\.?0+$/, '') : numeric
}

export function integer(min: number, max: number): CellFormat<number> {
  return {
    kind: 'number',
    read(cell) {
      const value = /^-?\d{1,20}$/.test(cell) ? Number(cell) : Number.NaN
      if (value >= min && value <= max) return { value: value === 0 ? 0 : value }
      return problem(
        'invalid_integer',
        `${quoted(cell)} is not a whole number from ${min} to ${max}. Write digits only, as in 12.`,
      )
    },
    write: String,
  }
}

export const boolean: CellFormat<boolean> = {
  kind: 'number',
  read(cell) {
    const word = cell.toLowerCase()
    if (['true', '1', 'yes', 'y'].includes(word)) return { value: true }
    if (['false', '0', 'no', 'n'].includes(word)) return { value: false }
    return problem('invalid_boolean', `${quoted(cell)} is neither true nor false. Write TRUE or FALSE.`)
  },
  write: (value) => (value ? 'TRUE' : 'FALSE'),
}

interface DecimalLimits {
  maxWhole: number
  maxDecimals: number
  example: string
}

/** The number as text: no leading zeros before the dot, no trailing ones behind it. */
function readDecimal(cell: string, mark: DecimalMark, limits: DecimalLimits): Reading<string> {
  const parts = (mark === '.' ? /^(-?)(\d+)(?:\.(\d+))?$/ : /^(-?)(\d+)(?:,(\d+))?$/).exec(cell)
  if (!parts) {
    return problem(
      'invalid_number',
      `${quoted(cell)} is not a plain number. Write digits ${mark === '.' ? 'with a dot' : 'with a comma'} for the decimals, without currency or thousands separator, as in ${limits.example.replace('.', mark)}.`,
    )
  }
  const [, sign, whole = '', fraction = ''] = parts
  const digits = whole.replace(/^0+(?=\d)/, '')
  const decimals = withoutTrailingZeros(fraction)
  if (sign) return problem('negative_number', `${quoted(cell)} is below zero. Write a number of at least 0.`)
  if (digits.length > limits.maxWhole) {
    return problem(
      'number_too_large',
      `${quoted(cell)} is too large: at most ${limits.maxWhole} digits before the decimals.`,
    )
  }
  if (decimals.length > limits.maxDecimals) {
    return problem(
      'too_many_decimals',
      `${quoted(cell)} has too many decimals. Round it to ${limits.maxDecimals}.`,
    )
  }
  return { value: decimals === '' ? digits : `${digits}.${decimals}` }
}

/** A cell may be megabytes of zeros: looking for `0+$` in it would take time by their square. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
