import { plainText, unguard, withoutControlCharacters } from '@catalog/catalog'
import { maxCells, maxRows } from '@catalog/contracts'
import type { CellEdit } from '@catalog/contracts'
import { isErrorColumn } from '@catalog/dialects'
import type { ColumnChoice, CsvRecord, EditedCell } from '@catalog/dialects'
import { CellEdits } from './cell-edits.ts'
import { emptyFile, maxRecords, maxWidth, tooManyCells, tooManyColumns, tooManyRows } from './caps.ts'
import { findHeader, headRows } from './header-row.ts'
import type { HeaderRow } from './header-row.ts'
import { refuseUneven } from './refuse-uneven.ts'
import type { RowWidth } from './refuse-uneven.ts'
import { toRecord } from './raw-row.ts'
import type { RawRow } from './raw-row.ts'

export interface ParsedRecords extends HeaderRow {
  records: CsvRecord[]
  edited: ReadonlyMap<number, EditedCell[]>
  edits: CellEdit[]
}

/** The rows of a file, checked against the limits, once the header is known. */
export class RecordTable {
  /** Including rows without content. */
  #count = 0
  #cellCount = 0
  #first: RawRow[] = []
  #head: HeaderRow | undefined
  /** Number of errors.csv's own columns. */
  #errorWidth = 0
  readonly #records: CsvRecord[] = []
  readonly #widths: RowWidth[] = []
  readonly #choice: ColumnChoice | undefined
  readonly #edits: CellEdits

  /** `choice`: the caller's mapping. */
  constructor(choice?: ColumnChoice, edits: readonly CellEdit[] = []) {
    this.#choice = choice
    this.#edits = new CellEdits(edits)
  }

  take(row: RawRow): void {
    this.#count++
    if (this.#count > maxRecords) throw tooManyRows()
    if (isBlank(row.cells)) return
    if (this.#head) this.#add(row, this.#head)
    else {
      while (row.cells.length > maxWidth && row.cells.at(-1)?.trim() === '') row.cells.pop()
      if (row.cells.length > maxWidth) throw tooManyColumns(row.row)
      this.#first.push(row)
      if (this.#first.length === headRows) this.#begin()
    }
  }

  end(): ParsedRecords {
    if (!this.#head && this.#first.length > 0) this.#begin()
    if (!this.#head || this.#records.length === 0) throw emptyFile(this.#head !== undefined)
    const { header, isReport, dialect } = this.#head
    if (!isReport) refuseUneven(this.#widths, header.length, dialect.name !== 'canonical')
    this.#edits.end()
    return { ...this.#head, records: this.#records, edited: this.#edits.edited, edits: this.#edits.edits }
  }

  #begin(): void {
    const head = findHeader(this.#first, this.#choice)
    this.#head = head
    this.#edits.begin(head)
    this.#errorWidth = head.header.filter(isErrorColumn).length
    for (const row of this.#first.slice(head.index + 1)) this.#add(row, head)
    this.#first = []
  }

  #add(row: RawRow, head: HeaderRow): void {
    const { header, isReport } = head
    const { cells } = row
    while (cells.length > header.length && cells.at(-1) === '') cells.pop()
    if (cells.length > maxWidth) throw tooManyColumns(row.row)
    this.#cellCount += Math.max(cells.length, header.length) - this.#errorWidth
    if (this.#cellCount > maxCells) throw tooManyCells()
    // As the file has it: rows that an edit makes longer do not make the others too short.
    this.#widths.push({ row: row.row, cells: Math.max(cells.length, row.unusable ? header.length : 0) })
    this.#edits.apply(row, head)
    const record = toRecord(row, head)
    if (isReport) record.cells = record.cells.map(unguard)
    this.#records.push(record)
    if (this.#records.length > maxRows) throw tooManyRows()
  }
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === '' || cell.trim() === '' || isInvisible(cell))
}

/** Such as the Ctrl-Z with which programs of DOS end a file. */
function isInvisible(cell: string): boolean {
  return !/^[!-~]/.test(cell) && plainText(withoutControlCharacters(cell)).trim() === ''
}
