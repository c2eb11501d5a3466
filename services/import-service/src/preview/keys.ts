import { handleColumn, readCell, skuColumn } from '@catalog/catalog'
import type { CellFormat } from '@catalog/catalog'
import type { CanonicalTable } from '../dialects/dialect.ts'

/** The handles that a file names: the products to load for its preview. */
export function handlesOf(table: CanonicalTable): string[] {
  return valuesOf(table, handleColumn)
}

/** The SKUs that a file names: those whose owners are to be loaded for its preview. */
export function skusOf(table: CanonicalTable): string[] {
  return valuesOf(table, skuColumn)
}

function valuesOf(
  table: CanonicalTable,
  { name, format }: { name: string; format: CellFormat<string> },
): string[] {
  const position = table.columns.indexOf(name)
  const source = { decimalMark: '.', guarded: table.canonical } as const
  const cells = new Set(table.rows.map((row) => row.cells[position] ?? ''))
  const values = new Set<string>()
  for (const cell of cells) {
    const value = readCell(format, cell, source)?.value
    if (value) values.add(value)
  }
  return [...values]
}
