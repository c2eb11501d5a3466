import { canonicalColumnNames } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'

/** Cells by canonical column; what is not there is blank. */
export type NamedCells = Record<string, string>

/** The `columns` of a table whose rows `namedRows` makes. */
export const namedColumns: string[] = [...canonicalColumnNames]

/** What one row of the file comes to, in turn; its issues go with the first. */
export function namedRows(record: CanonicalRow, rows: NamedCells[]): CanonicalRow[] {
  const [first = {}, ...rest] = rows
  return [
    { ...record, cells: toCells(first) },
    ...rest.map((cells) => ({ row: record.row, cells: toCells(cells), errors: [], warnings: [] })),
  ]
}

function toCells(named: NamedCells): string[] {
  return namedColumns.map((name) => named[name] ?? '')
}
