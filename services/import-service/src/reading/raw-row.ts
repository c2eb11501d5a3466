import { quoted, shortened, withoutControlCharacters } from '@catalog/catalog'
import type { CsvRecord } from '../dialects/dialect.ts'
import { addIssue } from '../dialects/row-issues.ts'
import { brokenByte } from './broken-utf8.ts'
import { type LenientRow, withoutFormula } from './lenient-rows.ts'

/** A row that is not blank, before the header says what its columns are. */
export interface RawRow {
  /** The spreadsheet's number. */
  row: number
  cells: string[]
  /** Its part of the file has something to clean. */
  isOdd: boolean
  /** Where its quotation marks are not as a CSV has them. */
  quotes?: LenientRow
}

/** Whether UTF-8 bytes may hold what `cleanCell` changes: looked for in many rows at once, because most have nothing. */
export function mayBeOdd(bytes: Buffer): boolean {
  let found = 0
  for (let at = 0; at < bytes.length; at++) found |= isControl[bytes[at] ?? 0] ?? 0
  return found > 0 || hasHighControl(bytes) || bytes.includes('"=""') || bytes.includes(brokenByte)
}

/** By byte: 1 for control characters of ASCII but tab, LF and CR. */
const isControl = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte)) || byte === 0x7f ? 1 : 0,
)

/** U+0080 to U+009F. */
function hasHighControl(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xc2); at >= 0; at = bytes.indexOf(0xc2, at + 1)) {
    if ((bytes[at + 1] ?? 0xff) < 0xa0) return true
  }
  return false
}

/** The cell as it is read: `="00123"` as `00123`, without control characters, broken bytes as “�”. */
export function cleanCell(cell: string): string {
  return withoutFormula(withoutControlCharacters(cell)).replaceAll(brokenByte, '\uFFFD')
}

/** A row as a record of columns with these names, with what was set right (warnings) or cannot be (errors). */
export function toRecord(raw: RawRow, header: string[]): CsvRecord {
  const record: CsvRecord = { row: raw.row, cells: raw.cells }
  if (raw.quotes) judgeQuotes(record, raw.quotes, header)
  if (raw.isOdd || raw.quotes) cleanCells(record, header)
  return record
}

function judgeQuotes(record: CsvRecord, { stray, doubtful, isUnclear }: LenientRow, header: string[]): void {
  const [first] = doubtful
  const isCertain = stray.length === 0 && doubtful.length === 1 && record.cells.length === header.length
  if (first !== undefined && (isUnclear || !isCertain)) {
    record.errors ??= []
    addIssue(record.errors, {
      column: columnName(header, first),
      code: 'unclear_quotes',
      message: `It is not clear which quotation marks of the row belong to a text and which enclose one, so its cells may be in the wrong columns. Put each cell that has quotation marks in quotation marks, and write those inside twice: "5"" pipe".`,
      value: shortened(record.cells[first] ?? '', 200),
    })
    return
  }
  for (const position of [...stray, ...doubtful]) {
    record.warnings ??= []
    addIssue(record.warnings, {
      column: columnName(header, position),
      code: 'stray_quote',
      message: `The quotation marks around or inside the cell are not as a CSV has them; it was read as ${quoted(record.cells[position] ?? '')}. Check that this is what is meant.`,
      value: shortened(record.cells[position] ?? '', 200),
    })
  }
}

function cleanCells(record: CsvRecord, header: string[]): void {
  record.cells = record.cells.map((cell, position) => {
    const clean = cleanCell(cell)
    if (clean === cell) return cell
    if (cell.includes(brokenByte)) noteBroken(record, columnName(header, position), clean)
    if (withoutControlCharacters(cell) !== cell) noteControl(record, columnName(header, position), clean)
    return clean
  })
}

function noteBroken(record: CsvRecord, column: string, value: string): void {
  record.errors ??= []
  addIssue(record.errors, {
    column,
    code: 'broken_text',
    message: `Some characters of ${quoted(column)} were damaged when the file was written or converted; “�” is in their place. Write them again, or export the file again as UTF-8.`,
    value: shortened(value, 200),
  })
}

function noteControl(record: CsvRecord, column: string, value: string): void {
  record.warnings ??= []
  addIssue(record.warnings, {
    column,
    code: 'control_character_removed',
    message: `${quoted(column)} held invisible control characters, which were removed. Check the text.`,
    value: shortened(value, 200),
  })
}

function columnName(header: string[], position: number): string {
  return shortened(header[position] || `(column ${position + 1})`, 200)
}
