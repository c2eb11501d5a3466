import type { DecimalMark } from '@catalog/catalog'
import { decimalMarkOf } from '../decimal-mark.ts'
import type { CanonicalTable } from '../dialect.ts'
import { decimalOf } from './cells.ts'
import type { WooRow } from './rows.ts'

const weightColumn = 'variant_weight_grams'

/**
 * The decimal mark of weights. WooCommerce writes prices with the shop's mark and weights always with a dot; they have
 * a comma only if a spreadsheet changed every number.
 */
export function weightMark(rows: WooRow[]): DecimalMark {
  return decimalMarkOf({
    columns: ['variant_price', 'variant_compare_at_price', weightColumn],
    rows: rows.values().map(({ cell, weight }) => ({
      cells: [cell('sale price'), cell('regular price'), weight.text].map(decimalOf),
    })),
  })
}

/** Writes the weights with the mark of the prices, so that the whole table has one mark. */
export function unifyMarks(table: CanonicalTable): CanonicalTable {
  const position = table.columns.indexOf(weightColumn)
  const mark = decimalMarkOf({
    ...table,
    columns: table.columns.map((name) => (name === weightColumn ? null : name)),
  })
  if (mark === '.') return table
  for (const { cells } of table.rows) {
    cells[position] = cells[position]?.replace(/^(-?\d*)\.(\d+)$/, '$1,$2') ?? ''
  }
  return table
}
