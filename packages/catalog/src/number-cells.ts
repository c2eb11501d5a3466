import { brief, problem } from './cell-format.ts'
import type { CellFormat, DecimalMark, Reading } from './cell-format.ts'
import type { CellProblem, CellWarning } from './row-problems.ts'
import wordPairs from './boolean-words.json' with { type: 'json' }

const moneyLimits: DecimalLimits = { maxWhole: 10, maxDecimals: 4, example: '1299.00' }
const weightLimits: DecimalLimits = { maxWhole: 14, maxDecimals: 6, example: '1250.5' }

/** The usual spelling, which needs no change. */
const usualMoney = /^(?:0|[1-9]\d{0,9})\.\d\d$/
const usualWeight = /^(?:0|[1-9]\d{0,13})(?:\.\d{0,5}[1-9])?$/

/** Decimal text with two to four decimals, 0 ≤ n < 10^10. Never a float. */
export const money: CellFormat<string> = {
  kind: 'number',
  read(cell, decimalMark) {
    if (decimalMark !== ',' && usualMoney.test(cell)) return { value: cell }
    const read = readDecimal(cell, decimalMark, moneyLimits)
    return read.problem ? read : { ...read, value: moneyText(read.value) }
  },
  write: (value) => value,
}

/** Decimal text without trailing zeros, at most six decimals, 0 ≤ n < 10^14 (the column's type in PostgreSQL). */
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
  // Stored with four decimals, of which most amounts need two.
  if (numeric.at(-5) === '.' && numeric.endsWith('00')) return numeric.slice(0, -2)
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
    read(cell, decimalMark) {
      if (decimalMark === 'unclear' && isAmbiguousNumber(cell)) return ambiguous(cell)
      // Spreadsheets of some languages write the sign of minus, not a hyphen.
      const whole = decimalMark === ',' ? /^[-−]?\d{1,20}(?:,0{1,20})?$/ : /^[-−]?\d{1,20}(?:\.0{1,20})?$/
      const value = whole.test(cell) ? Number(cell.replace(',', '.').replace('−', '-')) : Number.NaN
      if (value >= min && value <= max) return { value: value === 0 ? 0 : value }
      if (value > max) return problem('invalid_integer', { case: 'too_large' })
      // A merchant does not need the lower limit of 32 bits.
      return problem('invalid_integer', min < 0 ? undefined : { case: 'from', least: min })
    },
    write: String,
  }
}

/** TRUE and FALSE: ours first, then as spreadsheets write them in other languages. */
const booleanWords = new Map<string, boolean>(
  wordPairs.flatMap(({ yes, no }) => [[yes, true] as const, [no, false] as const]),
)

/** What a word for yes or no means; undefined for any other text. */
export function booleanOf(word: string): boolean | undefined {
  return booleanWords.get(word) ?? booleanWords.get(word.toUpperCase())
}

export const boolean: CellFormat<boolean> = {
  kind: 'number',
  read(cell) {
    const value = booleanOf(cell)
    if (value !== undefined) return { value }
    return problem('invalid_boolean')
  },
  write: (value) => (value ? 'TRUE' : 'FALSE'),
}

interface DecimalLimits {
  maxWhole: number
  maxDecimals: number
  example: string
}

/** The number as text: no leading zeros before the dot, no trailing zeros after it. */
function readDecimal(cell: string, mark: DecimalMark, limits: DecimalLimits): Reading<string> {
  if (mark === 'unclear' && isAmbiguousNumber(cell)) return ambiguous(cell)
  const isComma = mark === ','
  const number = isComma ? /^(-?)(?=[\d,])(\d*)(?:,(\d+))?$/ : /^(-?)(?=[\d.])(\d*)(?:\.(\d+))?$/
  const parts = number.exec(withoutThousands(cell, isComma))
  if (!parts) {
    const example = isComma ? limits.example.replace('.', ',') : limits.example
    return problem('invalid_number', { case: isComma ? 'comma' : 'dot', example })
  }
  const [, sign, whole = '', fraction = ''] = parts
  const exact = { digits: whole.replace(/^0+(?=\d)/, '') || '0', decimals: withoutTrailingZeros(fraction) }
  const rounded = withoutNoise(exact, limits.maxDecimals)
  const { digits, decimals } = rounded ?? exact
  if (sign) return problem('negative_number')
  if (digits.length > limits.maxWhole) {
    return problem('number_too_large', { case: 'digits', limit: limits.maxWhole })
  }
  if (decimals.length > limits.maxDecimals) {
    return problem('too_many_decimals', { case: 'decimals', limit: limits.maxDecimals })
  }
  const value = decimals === '' ? digits : `${digits}.${decimals}`
  return rounded ? { value, warning: roundingOf(value) } : { value }
}

/** Without separators that can only be those of thousands: `1,299.00` and `1,299,000`, but not `1,299`. */
function withoutThousands(cell: string, isComma: boolean): string {
  const grouped = isComma
    ? /^-?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/
    : /^-?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/
  return cell.length <= longestGrouped && grouped.test(cell) ? cell.replaceAll(isComma ? '.' : ',', '') : cell
}

const longestGrouped = 40

interface DecimalParts {
  digits: string
  /** Without trailing zeros. */
  decimals: string
}

/** Nobody writes so many decimals of an amount; a float has up to 17 digits, and a calculation adds few zeros in front. */
const noise = { leastDecimals: 8, mostDigits: 40, share: 1_000_000_000n }

/**
 * The number that a formula meant: rounded to `maxDecimals`, if that changes it by less than a billionth (csv-format.md
 * §6). Undefined if there is nothing to round or the change is larger.
 */
function withoutNoise({ digits, decimals }: DecimalParts, maxDecimals: number): DecimalParts | undefined {
  const length = digits.length + decimals.length
  if (decimals.length <= maxDecimals || decimals.length < noise.leastDecimals || length > noise.mostDigits)
    return undefined
  const number = BigInt(digits + decimals)
  const unit = 10n ** BigInt(decimals.length - maxDecimals)
  const units = (number + unit / 2n) / unit
  const moved = units * unit - number
  if ((moved < 0n ? -moved : moved) * noise.share >= number) return undefined
  const text = String(units).padStart(maxDecimals + 1, '0')
  return { digits: text.slice(0, -maxDecimals), decimals: withoutTrailingZeros(text.slice(-maxDecimals)) }
}

function roundingOf(value: string): CellWarning {
  return {
    code: 'rounded_number',
    parameters: { case: 'rounded', rounded: brief(value) },
  }
}

/** Whether the dot of a number may separate thousands: `1.299`, but not `0.250`. */
export function isAmbiguousNumber(cell: string): boolean {
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(cell)
}

function ambiguous(cell: string): { problem: CellProblem } {
  const whole = cell.replace('.', '')
  const exact = `${cell}0`
  return problem('ambiguous_number', { case: 'dot', whole, exact })
}

/** Trailing zeros are counted by hand: a cell may be megabytes of zeros, on which `0+$` takes quadratic time. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
