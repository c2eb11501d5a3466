import { shortened } from '@catalog/catalog'
import type { RowWarningCode } from '@catalog/catalog'
import table from './blank-numbers.json' with { type: 'json' }
import type { CsvRecord, Dialect, RowIssue } from './dialect.ts'
import { isSoldOut, wordOf } from './off-sale.ts'
import { addIssue } from './row-issues.ts'
import stock from './stock-words.json' with { type: 'json' }

const words = new Set(table.words)
/** Characters of a word, at most. */
const longestWord = 40

type Kind = 'number' | 'quantity'

function patternsOf(kind: Kind): Map<string, RegExp> {
  return new Map(Object.entries(table[kind]).map(([name, text]) => [name, new RegExp(`^(?:${text})$`)]))
}

const numbers = patternsOf('number')
const quantities = patternsOf('quantity')

/**
 * The records with numbers in place of words, where a number may be blank: words for nothing (`N/A`, `-`) are blank cells,
 * each with a warning; of a quantity, as if the file had none. A price that is none stays, to be refused. A quantity may
 * also be a word for sold out, a lower limit (`>10`, `10+`) or a number of pieces (`5 Stk`).
 */
export function withBlankNumbers(
  { name, normalize, targetOf = normalize }: Pick<Dialect, 'name' | 'normalize' | 'targetOf'>,
  header: string[],
  records: CsvRecord[],
): CsvRecord[] {
  const found = header.flatMap((column, position) => {
    const target = targetOf(column)
    const isQuantity = quantities.get(name)?.test(target) ?? false
    return isQuantity || numbers.get(name)?.test(target) ? [{ position, column, isQuantity }] : []
  })
  return records.map((record) => {
    let changed: (CsvRecord & Required<Pick<CsvRecord, 'warnings'>>) | undefined
    for (const { position, column, isQuantity } of found) {
      const cell = record.cells[position] ?? ''
      const meaning = meaningOf(cell, isQuantity)
      if (!meaning) continue
      const { row, errors, cells, warnings = [] } = record
      changed ??= { row, cells: [...cells], warnings: [...warnings], ...(errors && { errors }) }
      const place = { column: shortened(column, 200), value: cell.trim() }
      for (const issue of meaning.issues) addIssue(changed.warnings, { ...place, ...issue })
      changed.cells[position] = meaning.number
    }
    return changed ?? record
  })
}

/** The number that a text stands for, and what the row warns of. */
interface Meaning {
  number: string
  issues: Pick<RowIssue<RowWarningCode>, 'code' | 'parameters'>[]
}

const lowerLimit = /^(?:(>=?|≥) ?)?(\d{1,9})(?: ?(\+))?(?: ?(\p{L}+)\.?)?$/u
const pieces = new Set(stock.pieces)

function meaningOf(cell: string, isQuantity: boolean): Meaning | undefined {
  // Most cells are numbers.
  if (cell === '' || (isDigit(cell, 0) && isDigit(cell, cell.length - 1))) return undefined
  const text = shortened(cell.trim(), longestWord).toLowerCase()
  if (words.has(text)) {
    const blank = { code: 'ignored_value', parameters: { case: 'no_number' } } as const
    return { number: '', issues: isQuantity ? [blank, { code: 'quantity_missing' }] : [blank] }
  }
  if (!isQuantity) return undefined
  if (isSoldOut(wordOf(text))) return { number: '0', issues: [] }
  const [, before, number, after, unit] = lowerLimit.exec(text) ?? []
  if (number === undefined || (unit !== undefined && !pieces.has(unit))) return undefined
  const isLimit = before !== undefined || after !== undefined
  const limit = { code: 'rounded_number', parameters: { case: 'at_least', rounded: number } } as const
  return { number, issues: isLimit ? [limit] : [] }
}

/** Whether a text of a quantity's column is a number, or means one. */
export function isQuantityText(cell: string): boolean {
  return meaningOf(cell, true) !== undefined
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}
