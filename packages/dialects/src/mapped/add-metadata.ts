import { metadataKey, quoted, shortened } from '@catalog/catalog'
import { ServiceError } from '@catalog/contracts'
import type { CanonicalTable, CsvRecord, Dialect } from '../dialect.ts'
import { mapColumns } from './check-choice.ts'
import type { MappedColumns } from './check-choice.ts'
import type { ColumnChoice } from './column-choice.ts'

/**
 * The dialect, with columns that it does not read as metadata.
 * @throws ServiceError invalid_mapping, also from `read`
 */
export function withMetadata(dialect: Dialect, header: string[], choice: ColumnChoice): Dialect {
  const mapped = mapColumns(header, choice)
  for (const [position, target] of mapped) {
    const name = header[position] ?? ''
    if (metadataKey(target) === undefined) throw withoutIdentity(name)
    if (dialect.knows(dialect.normalize(name)))
      throw invalid(name, 'is read already, by the format of the file. Leave it out.')
  }
  const added = new Set([...mapped.keys()].map((position) => dialect.normalize(header[position] ?? '')))
  return {
    ...dialect,
    knows: (name) => dialect.knows(name) || added.has(name),
    read: (names, records, now) => addColumns(dialect.read(names, records, now), { names, records, mapped }),
  }
}

/** The error for a mapping that only makes sense for a file of unknown format. */
export function withoutIdentity(name: string): ServiceError {
  const message = `${quoted(name)} is mapped to one of our columns, but “identity” does not say how a row finds its product. Write handle, variant_sku or title.`
  return new ServiceError('invalid_mapping', message, { errors: [{ column: shortened(name, 200), message }] })
}

interface File {
  names: string[]
  records: CsvRecord[]
  mapped: MappedColumns
}

function addColumns(table: CanonicalTable, file: File): CanonicalTable {
  for (const [position, target] of file.mapped) {
    if (table.columns.includes(target)) {
      throw invalid(
        file.names[position] ?? '',
        `cannot be “${target}”, which another column of the file is. Choose another key.`,
      )
    }
  }
  const { outside } = table
  return {
    ...withCells(table, file),
    ...(outside && { outside: { ...outside, link: (find) => withCells(outside.link(find), file) } }),
  }
}

/** Adds the mapped cells. A row of the file may be several rows of the table, of one product. */
function withCells(table: CanonicalTable, { records, mapped }: File): CanonicalTable {
  const width = table.columns.length
  const positions = [...mapped.keys()]
  const byRow = new Map(records.map(({ row, cells }) => [row, cells]))
  return {
    ...table,
    columns: [...table.columns, ...mapped.values()],
    rows: table.rows.map((row) => {
      const own = Array.from({ length: width }, (_, at) => row.cells[at] ?? '')
      const cells = byRow.get(row.row) ?? []
      return { ...row, cells: [...own, ...positions.map((position) => cells[position] ?? '')] }
    }),
  }
}

function invalid(name: string, fault: string): ServiceError {
  const message = `${quoted(name)} ${fault}`
  return new ServiceError('invalid_mapping', message, { errors: [{ column: shortened(name, 200), message }] })
}
