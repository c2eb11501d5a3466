import { canonicalColumnNames } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'

/** Cells by canonical column; missing ones are blank. */
export type NamedCells = Record<string, string>

/** The `columns` of a table whose rows `namedRows` makes. */
export const namedColumns: string[] = [...canonicalColumnNames]

const positions = new Map(namedColumns.map((name, position) => [name, position]))
const blankCells = namedColumns.map(() => '')

/**
 * The canonical rows of one row of the file, whose issues go with the first. Each row is in parts; later parts
 * override earlier ones. `metadata`: the cells of the first row in the columns behind `namedColumns`.
 */
export function namedRows(
  record: CanonicalRow,
  rows: NamedCells[][],
  metadata: string[] = [],
): CanonicalRow[] {
  const [first = [], ...rest] = rows
  return [
    { ...record, cells: toCells(first, metadata) },
    ...rest.map((parts) => ({ row: record.row, cells: toCells(parts), errors: [], warnings: [] })),
  ]
}

function toCells(parts: NamedCells[], metadata: string[] = []): string[] {
  const cells = blankCells.concat(metadata)
  for (const part of parts) {
    for (const name in part) {
      const position = positions.get(name)
      if (position !== undefined) cells[position] = part[name] ?? ''
    }
  }
  return cells
}

export const optionNameColumns: readonly string[] = ['option1_name', 'option2_name', 'option3_name']
export const optionValueColumns: readonly string[] = ['option1_value', 'option2_value', 'option3_value']

/** The names of a product's options, or a variant's values, in these columns. */
export function optionCells(columns: readonly string[], texts: string[]): NamedCells {
  const cells: NamedCells = {}
  texts.forEach((text, index) => {
    const column = columns[index]
    if (column !== undefined) cells[column] = text
  })
  return cells
}
