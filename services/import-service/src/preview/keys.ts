import { handleColumn, readCell, skuColumn, titleColumn } from '@catalog/catalog'
import type { CellFormat } from '@catalog/catalog'
import type { CanonicalTable } from '../dialects/dialect.ts'

/** The handles that a file names: the products to load for its preview. */
export function handlesOf(table: CanonicalTable): string[] {
  return [...new Set(cellReader(table, handleColumn).values())]
}

/** The SKUs that a file names: those whose owners are to be loaded for its preview. */
export function skusOf(table: CanonicalTable): string[] {
  return [...new Set(cellReader(table, skuColumn).values())]
}

/** The titles of products that are not in `stored` (by handle): those whose owners are to be loaded for its preview. */
export function titlesOf(table: CanonicalTable, stored: { has(handle: string): boolean }): string[] {
  const titles = new Set<string>()
  const handles = cellReader(table, handleColumn)
  const names = cellReader(table, titleColumn)
  for (const { cells, skipped } of table.rows) {
    const title = skipped ? undefined : names.read(cells)
    if (title === undefined) continue
    const handle = handles.read(cells)
    if (handle !== undefined && !stored.has(handle)) titles.add(title)
  }
  return [...titles]
}

/** Zeros that a spreadsheet may have removed. */
const maxZeros = 6

/** Of the handles that are not in `stored` (by handle), what they may have been before a spreadsheet took them for numbers. */
export function paddedHandles(handles: Iterable<string>, stored: { has(handle: string): boolean }): string[] {
  return [...handles].flatMap((handle) => (stored.has(handle) ? [] : withZeros(handle)))
}

/** `7` with one to six zeros before it; nothing where the handle is no number. */
export function withZeros(handle: string): string[] {
  if (!/^(?:0|[1-9]\d*)$/.test(handle)) return []
  return Array.from({ length: maxZeros }, (_, index) => '0'.repeat(index + 1) + handle)
}

/** Reads the cells of a column; undefined where one is blank or wrong. */
export function cellReader<Value>(
  table: CanonicalTable,
  { name, format }: { name: string; format: CellFormat<Value> },
) {
  const position = table.columns.indexOf(name)
  const source = { decimalMark: '.', guarded: table.canonical } as const
  // Rows of a product are mostly adjacent and repeat its cells.
  let last: { cell: string; value: Value | undefined } | undefined
  const read = (cells: string[]): Value | undefined => {
    const cell = cells[position]
    if (!cell) return undefined
    if (last?.cell !== cell) last = { cell, value: readCell(format, cell, source)?.value }
    return last.value
  }
  return {
    read,
    *values(): Generator<Value> {
      for (const { cells, skipped } of table.rows) {
        const value = skipped ? undefined : read(cells)
        if (value !== undefined) yield value
      }
    },
  }
}
