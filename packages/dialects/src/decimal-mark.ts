import { amountOf, isAmbiguousNumber, numberColumns } from '@catalog/catalog'
import type { DecimalMark } from '@catalog/catalog'
import type { CanonicalTable } from './dialect.ts'

const priceColumns = new Set<string | null>(['variant_price', 'variant_compare_at_price'])
const decimalColumns = new Set<string | null>([...priceColumns, 'variant_weight_grams'])

/** How the numbers of a file are written (csv-format.md §6). */
export interface NumberStyle {
  usesComma: boolean
  /** The one in which the prices of a column or both are written. */
  currency: string | undefined
  /** The decimal mark of a column. */
  markOf(name: string): DecimalMark
  /** Takes the currency and spaces between thousands out of a column's cells; undefined if they can have none. */
  bareOf(name: string): ((cell: string) => string) | undefined
}

export function numberStyleOf(table: CanonicalTable): NumberStyle {
  const currencies = currenciesOf(table)
  const [currency, another] = new Set(currencies.values())
  const usesComma = decimalMarkOf(table) === ','
  const unclear = !usesComma && table.delimiter === ';' ? unclearColumns(table) : new Set()
  return {
    usesComma,
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

/** By column of prices, the currency that all its amounts have. */
function currenciesOf(table: CanonicalTable): Map<string | null, string> {
  const found = positionsOf(table, priceColumns).map((position) => {
    const amounts = table.rows.flatMap(({ cells }) => amountOf(cells[position] ?? '') ?? [])
    const [currency = '', another] = new Set(amounts.map((amount) => amount.currency))
    return [table.columns[position] ?? null, another === undefined ? currency : ''] as const
  })
  return new Map(found.filter(([, currency]) => currency !== ''))
}

const withDot = /^-?(?:\d*|\d{1,3}(?:,\d{3})+)\.\d+$/
/** Has a comma that cannot be a thousands separator. */
const withComma = /^-?(?:\d+,(?:\d{1,2}|\d{4,})|0*,\d+|\d{1,3}(?:\.\d{3})+,\d+)$/

/**
 * A comma only if the whole file uses it: no number has a dot, and at least one comma cannot be a thousands separator.
 * `1,299` alone could be either and is never guessed; likewise, `1.299` does not show that its dot is a decimal one if
 * semicolons separate the cells.
 */
export function decimalMarkOf(table: CanonicalTable): ',' | '.' {
  const positions = positionsOf(table, decimalColumns)
  const mayBeThousands = table.delimiter === ';'
  let commas = false
  for (const { cells } of table.rows) {
    for (const position of positions) {
      const cell = amountOf(cells[position]?.trim() ?? '')?.text
      if (!cell) continue
      if (withDot.test(cell) && !(mayBeThousands && isAmbiguousNumber(cell))) return '.'
      if (withComma.test(cell)) commas = true
    }
  }
  return commas ? ',' : '.'
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

function positionsOf({ columns }: CanonicalTable, names: ReadonlySet<string | null>): number[] {
  return columns.flatMap((name, index) => (names.has(name) ? [index] : []))
}
