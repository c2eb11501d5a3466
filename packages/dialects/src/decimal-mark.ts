import { imageColumns, isAmbiguousNumber, productColumns, variantColumns } from '@catalog/catalog'
import type { DecimalMark } from '@catalog/catalog'
import type { CanonicalTable } from './dialect.ts'

const decimalColumns = new Set<string | null>([
  'variant_price',
  'variant_compare_at_price',
  'variant_weight_grams',
])
const numberColumns = new Set<string | null>(
  [...productColumns, ...variantColumns, ...imageColumns]
    .filter(({ format }) => format.kind === 'number')
    .map(({ name }) => name),
)

/** The meaning of dots and commas in the columns of a file (csv-format.md §6). */
export interface DecimalMarks {
  usesComma: boolean
  /** The decimal mark of a column. */
  of(name: string): DecimalMark
}

export function decimalMarksOf(table: CanonicalTable): DecimalMarks {
  if (decimalMarkOf(table) === ',') return { usesComma: true, of: () => ',' }
  const unclear = table.delimiter === ';' ? unclearColumns(table) : new Set()
  return { usesComma: false, of: (name) => (unclear.has(name) ? 'unclear' : '.') }
}

const withDot = /^\s*-?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+\s*$/
/** Has a comma that cannot be a thousands separator. */
const withComma = /^\s*-?(?:\d+,(?:\d{1,2}|\d{4,})|0+,\d+|\d{1,3}(?:\.\d{3})+,\d+)\s*$/

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
      const cell = cells[position]
      if (!cell) continue
      if (withDot.test(cell) && !(mayBeThousands && isAmbiguousNumber(cell.trim()))) return '.'
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
      const cell = cells[position]
      if (cell && /^\s*-?\d+\.\d+\s*$/.test(cell) && !isAmbiguousNumber(cell.trim()))
        positions.delete(position)
    }
  }
  return new Set([...positions].map((position) => table.columns[position] ?? null))
}

function positionsOf({ columns }: CanonicalTable, names: Set<string | null>): number[] {
  return columns.flatMap((name, index) => (names.has(name) ? [index] : []))
}
