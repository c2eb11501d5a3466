import { shortened } from '@catalog/catalog'
import { canonical } from '@catalog/dialects'
import type { CanonicalTable, FileCells } from '@catalog/dialects'
import type { ParsedRecords } from './record-table.ts'

/**
 * Finds the file's column that a problem of a row is about. Only a dialect knows which of its columns become one of the
 * catalog: the column is the one that it reads, that has the problem's value in this row, and that has the same as the
 * catalog's column in most other rows; of several, the one with its name.
 */
export function columnFinder(
  { header, records, dialect }: Pick<ParsedRecords, 'header' | 'records' | 'dialect'>,
  table: Pick<CanonicalTable, 'columns' | 'rows'>,
): FileCells['columnOf'] {
  const byName = Map.groupBy(header, (name) => name)
  const isOnce = (name: string) => name !== '' && byName.get(name)?.length === 1
  const named = [...header.entries()].filter(([, name]) => isOnce(name))
  const read = named.filter(([, name]) => dialect.knows(dialect.normalize(name)))
  const ours = new Map(
    dialect.name === 'canonical' ? read.map(([, name]) => [dialect.normalize(name), name]) : [],
  )
  let byRow: Map<number, string[]> | undefined
  const cellOf = (row: number, position: number) => {
    byRow ??= new Map(records.map((record) => [record.row, record.cells]))
    return shortened(byRow.get(row)?.[position]?.trim() ?? '', 200)
  }
  const becomes = (position: number, column: string) => {
    if (converted.has(column)) return true
    const at = table.columns.indexOf(column)
    let same = 0
    for (const { row, cells } of table.rows) {
      const [cell, ofFile] = [shortened(cells[at]?.trim() ?? '', 200), cellOf(row, position)]
      if (cell !== '' && ofFile !== '') same += cell === ofFile ? 1 : -1
    }
    return same > 0
  }
  const known = new Map<string, boolean>()
  const isSource = (position: number, column: string) => {
    const key = `${position} ${column}`
    const answer = known.get(key) ?? becomes(position, column)
    known.set(key, answer)
    return answer
  }

  return (row, { column, value }) => {
    if (column === null) return undefined
    const own = ours.get(column) ?? (isOnce(column) ? column : undefined)
    if (own !== undefined || dialect.name === 'canonical' || !value) return own
    const found = read.filter(
      ([position]) => cellOf(row, position) === value.trim() && isSource(position, column),
    )
    const [only, another] = found.length > 1 ? found.filter(([, name]) => isNameOf(name, column)) : found
    return another === undefined ? only?.[1] : undefined
  }
}

/** Columns whose cells most dialects write in other words than their files. */
const converted = new Set(['status', 'variant_weight_grams', 'variant_requires_shipping', 'variant_taxable'])

/** Such as `Variant Price` and `Price`. */
function isNameOf(name: string, column: string): boolean {
  const normalized = canonical.normalize(name)
  return column === normalized || column === `variant_${normalized}`
}
