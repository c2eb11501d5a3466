import {
  guard,
  handleColumn,
  metadataKey,
  numberColumns,
  productColumns,
  readCell,
  writeCsv,
} from '@catalog/catalog'
import type { RowError } from '@catalog/contracts'
import { errorColumns, isErrorColumn } from '@catalog/dialects'
import type { CsvRecord } from '@catalog/dialects'
import type { ImportFile } from './import-file.ts'
import { rowsToReturn } from './rows-to-return.ts'

interface RejectedRow {
  row: number
  errors: RowError[]
}

/** Length of the rows that are written at a time, in UTF-16 units and delimiters. */
const blockLength = 256 * 1024

const anyDelimiter = /[,;\t|]/

/**
 * The rejected rows as uploaded, with three columns that say why, to be corrected and uploaded again. If other rows of
 * a product were accepted, its first rejected row also gets the product's cells that only those have: a blank cell
 * would otherwise clear the field. In a foreign file a blank cell has no effect; there, accepted rows are included that
 * a rejected one needs in order to be read the same way. The formula guard protects every cell, and reading the report
 * removes it.
 */
export function* errorsCsv(file: ImportFile, rejected: RejectedRow[]): Generator<Uint8Array> {
  const delimiter = file.delimiter ?? ','
  const errors = new Map(rejected.map((row) => [row.row, row.errors]))
  const returned = rowsToReturn(file, errors.keys())
  const records = file.records.filter(({ row }) => returned.has(row))
  const productCells = new MissingProductCells(file, rejected)
  const width = records.reduce((most, { cells }) => Math.max(most, cells.length), file.header.length)
  const positions = Array.from({ length: width }, (_, position) => position).filter(
    (position) => !isErrorColumn(file.header[position] ?? ''),
  )
  const header = [...positions.map((position) => guard(file.header[position] ?? '')), ...errorColumns]
  // Quoted, so that reading the report does not take a comma in a name for the delimiter.
  yield Buffer.from(writeCsv([header], { delimiter, quoted_match: anyDelimiter }))
  const guards = positions.map((position) => guardOf(file, position))
  let block: string[][] = []
  let length = 0
  for (const record of records) {
    const cells = productCells.fillIn(record)
    const guarded = positions.map((position, index) => guards[index]?.(cells[position] ?? '') ?? '')
    block.push(guarded.concat(reasons(errors.get(record.row) ?? []).map(guard)))
    length += guarded.reduce((sum, cell) => sum + cell.length + 1, 0)
    if (length < blockLength) continue
    yield Buffer.from(writeCsv(block, { delimiter, bom: false }))
    block = []
    length = 0
  }
  if (block.length > 0) yield Buffer.from(writeCsv(block, { delimiter, bom: false }))
}

/** In columns of numbers, a negative number is not a formula (csv-format.md §7). */
function guardOf({ table }: ImportFile, position: number): (cell: string) => string {
  if (!table.canonical || !numberColumns.has(table.columns[position] ?? null)) return guard
  return (cell) => (/^-\d+(?:[.,]\d+)?$/.test(cell) ? cell : guard(cell))
}

function reasons(errors: RowError[]): string[] {
  const columns = new Set(errors.flatMap(({ column }) => column ?? []))
  const codes = new Set(errors.map(({ code }) => code))
  return [[...columns].join(', '), [...codes].join(', '), errors.map(({ message }) => message).join(' ')]
}

class MissingProductCells {
  readonly #file: ImportFile
  readonly #positions: number[]
  readonly #rejected: Set<number>
  readonly #handlePosition: number
  readonly #groups: Map<string | undefined, CsvRecord[]>
  readonly #done = new Set<string>()

  constructor(file: ImportFile, rejected: RejectedRow[]) {
    this.#file = file
    this.#rejected = new Set(rejected.map(({ row }) => row))
    this.#handlePosition = file.table.columns.indexOf(handleColumn.name)
    const records = file.table.canonical && rejected.length > 0 ? file.records : []
    this.#groups = Map.groupBy(records, (record) => this.#handleOf(record))
    this.#positions = file.table.columns.flatMap((name, position) =>
      name !== null && (productNames.has(name) || metadataKey(name) !== undefined) ? [position] : [],
    )
  }

  /** The record's cells; in a product's first rejected record, also the cells that only accepted rows have. */
  fillIn(record: CsvRecord): string[] {
    if (!this.#file.table.canonical) return record.cells
    const handle = this.#handleOf(record)
    const group = this.#groups.get(handle) ?? []
    if (handle === undefined || this.#done.has(handle)) return record.cells
    this.#done.add(handle)
    if (group.every(({ row }) => this.#rejected.has(row))) return record.cells
    const cells = [...record.cells]
    for (const position of this.#positions) {
      if (cells[position]?.trim()) continue
      cells[position] = group.find((other) => other.cells[position]?.trim())?.cells[position] ?? ''
    }
    return Array.from(cells, (cell) => cell ?? '')
  }

  #handleOf({ cells }: CsvRecord): string | undefined {
    const cell = cells[this.#handlePosition]
    const source = { decimalMark: '.', guarded: this.#file.table.canonical } as const
    return cell === undefined ? undefined : readCell(handleColumn.format, cell, source)?.value
  }
}

const productNames = new Set(productColumns.map(({ name }) => name))
