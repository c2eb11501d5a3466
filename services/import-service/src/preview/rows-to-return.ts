import type { CanonicalTable } from '../dialects/dialect.ts'
import { dialects } from '../dialects/dialects.ts'
import type { ImportFile } from '../read-csv.ts'

/**
 * The rows that go back to the merchant with the rejected ones: those alone, where they say the same without the rest of
 * the file. A foreign row may need others to be what it is (a variation its parent, a variant's row the product above it);
 * where it would become another product without them, all rows of its product go back. In the file's order.
 */
export function rowsToReturn(file: ImportFile, rejected: number[]): number[] {
  const dialect = dialects.find(({ name }) => name === file.dialect)
  if (file.table.canonical || !dialect) return rejected
  const isRejected = new Set(rejected)
  const records = file.records.filter(({ row }) => isRejected.has(row))
  const handles = handlesByRow(file.table)
  const handlesAlone = handlesByRow(dialect.read(file.header, records))
  const torn = new Set<string>()
  for (const row of rejected) {
    const handle = handles.get(row)
    if (handle && handlesAlone.get(row) !== handle) torn.add(handle)
  }
  if (torn.size === 0) return rejected
  return file.records
    .map(({ row }) => row)
    .filter((row) => isRejected.has(row) || torn.has(handles.get(row) ?? ''))
}

function handlesByRow({ columns, rows }: CanonicalTable): Map<number, string | undefined> {
  const position = columns.indexOf('handle')
  return new Map(rows.map(({ row, cells, skipped }) => [row, skipped ? undefined : cells[position]]))
}
