import { amountOf, isAmbiguousNumber, numberColumns } from '@catalog/catalog'
import type { DecimalMark } from '@catalog/catalog'
import type { CanonicalRow, CanonicalTable } from './dialect.ts'

const priceColumns = new Set<string | null>(['variant_price', 'variant_compare_at_price'])
const decimalColumns = new Set<string | null>([...priceColumns, 'variant_weight_grams'])

/** How the numbers of a file are written (csv-format.md §6). */
export interface NumberStyle {
  usesComma: boolean
  /** Whether a number shows it that can be read in one way only. */
  isProven: boolean
  /** Whether its prices are in more than one currency. */
  hasCurrencies: boolean
  /** The one in which the prices of a column or both are written. */
  currency: string | undefined
  /** The decimal mark of a column. */
  markOf(name: string): DecimalMark
  /** Takes the currency and spaces between thousands out of a column's cells; undefined if they can have none. */
  bareOf(name: string): ((cell: string) => string) | undefined
}

export function numberStyleOf(table: CanonicalTable): NumberStyle {
  const found = currenciesOf(table)
  const currencies = new Map(
    [...found].flatMap(([name, [one = '', other]]) =>
      one === '' || other !== undefined ? [] : [[name, one]],
    ),
  )
  const [currency, another] = new Set(currencies.values())
  const named = new Set([...found.values()].flat())
  named.delete('')
  const { mark, isProven } = shownMark(table)
  const usesComma = mark === ','
  const unclear = !usesComma && table.delimiter === ';' ? unclearColumns(table) : new Set()
  return {
    usesComma,
    isProven,
    hasCurrencies: named.size > 1,
    currency: another === undefined ? currency : undefined,
    markOf: (name) => (usesComma ? ',' : unclear.has(name) ? 'unclear' : '.'),
    bareOf(name) {
      if (!decimalColumns.has(name)) return undefined
      const takesCurrency = another === undefined && currencies.has(name)
      return (cell) => {
        const amount = amountOf(cell)
        return amount && (takesCurrency || amount.currency === '') ? amount.text : cell
      }
    },
  }
}

/** By column of prices, the currencies of its amounts, `''` for those without one. */
function currenciesOf(table: CanonicalTable): Map<string | null, string[]> {
  return new Map(
    positionsOf(table, priceColumns).map((position) => {
      const currencies = new Set<string>()
      for (const { cells } of table.rows) {
        const cell = cells[position]
        const amount = cell && amountOf(cell)
        if (amount) currencies.add(amount.currency)
      }
      return [table.columns[position] ?? null, [...currencies]]
    }),
  )
}

const withDot = /^-?(?:\d*|\d{1,3}(?:,\d{3})+)\.\d+$/
/** Has a comma that cannot be a thousands separator. */
const withComma = /^-?(?:\d+,(?:\d{1,2}|\d{4,})|0*,\d+|\d{1,3}(?:\.\d{3})+,\d+)$/

/**
 * A comma only if the whole file uses it: no number has a dot, and at least one comma cannot be a thousands separator.
 * `1,299` alone could be either and is never guessed; likewise, `1.299` does not show that its dot is a decimal one if
 * semicolons separate the cells.
 */
export function decimalMarkOf(table: NumberCells): ',' | '.' {
  return shownMark(table).mark
}

/** A table, whose rows are read until one shows the mark. */
interface NumberCells extends Pick<CanonicalTable, 'columns' | 'delimiter'> {
  rows: Iterable<Pick<CanonicalRow, 'cells'>>
}

function shownMark(table: NumberCells): { mark: ',' | '.'; isProven: boolean } {
  const positions = positionsOf(table, decimalColumns)
  const mayBeThousands = table.delimiter === ';'
  let commas = false
  let dots = false
  for (const { cells } of table.rows) {
    for (const position of positions) {
      const cell = amountOf(cells[position]?.trim() ?? '')?.text
      if (!cell) continue
      if (withDot.test(cell)) {
        if (!isAmbiguousNumber(cell)) return { mark: '.', isProven: true }
        dots ||= !mayBeThousands
      } else if (withComma.test(cell)) commas = true
    }
  }
  return dots ? { mark: '.', isProven: false } : { mark: commas ? ',' : '.', isProven: commas }
}

/** Columns without any number whose dot must be a decimal one, such as `12.5`. */
function unclearColumns(table: CanonicalTable): Set<string | null> {
  const positions = new Set(positionsOf(table, numberColumns))
  for (const { cells } of table.rows) {
    for (const position of positions) {
      const cell = amountOf(cells[position]?.trim() ?? '')?.text
      if (cell && /^-?\d*\.\d+$/.test(cell) && !isAmbiguousNumber(cell)) positions.delete(position)
    }
  }
  return new Set([...positions].map((position) => table.columns[position] ?? null))
}

function positionsOf(
  { columns }: Pick<CanonicalTable, 'columns'>,
  names: ReadonlySet<string | null>,
): number[] {
  return columns.flatMap((name, index) => (names.has(name) ? [index] : []))
}
