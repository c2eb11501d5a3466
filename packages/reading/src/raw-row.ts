import { quoted, shortened, withoutControlCharacters } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import type { CsvRecord, Dialect } from '@catalog/dialects'
import { brokenByte } from './broken-utf8.ts'
import { type LenientRow, withoutFormula } from './lenient-rows.ts'

/** A row that is not blank, before its columns are known. */
export interface RawRow {
  /** The spreadsheet's row number. */
  row: number
  cells: string[]
  /** Whether its part of the file may need cleaning. */
  isOdd: boolean
  /** Set if its quotation marks are irregular. */
  quotes?: LenientRow
  /** For a workbook, whose rows end with their last filled cell. */
  unusable?: UnusableCell[]
}

/** A cell of a workbook that is neither text nor a number. */
export interface UnusableCell {
  position: number
  /** `not_computed` is a formula without a computed value. */
  kind: 'date' | 'error' | 'not_computed'
}

/**
 * Whether UTF-8 bytes may contain what `cleanCell` changes. Checked for many rows at once, because most contain
 * nothing.
 */
export function mayBeOdd(bytes: Buffer): boolean {
  let found = 0
  for (let at = 0; at < bytes.length; at++) found |= isControl[bytes[at] ?? 0] ?? 0
  return found > 0 || hasHighControl(bytes) || bytes.includes('"=""') || bytes.includes(brokenByte)
}

/** By byte: 1 for ASCII control characters except tab, LF and CR. */
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

/** Whether `cleanCell` may change the cell. */
export function needsCleaning(cell: string): boolean {
  return cell !== '' && odd.test(cell)
}

// oxlint-disable-next-line no-control-regex
const odd = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFDD0]|^\s*="/

/** The cell as it is read: `="00123"` as `00123`, without control characters, broken bytes as “�”. */
export function cleanCell(cell: string): string {
  return withoutFormula(withoutControlCharacters(cell)).replaceAll(brokenByte, '\uFFFD')
}

/** A row as a record with these column names, with warnings for what was corrected and errors for what cannot be. */
export function toRecord(
  raw: RawRow,
  { header, dialect }: { header: string[]; dialect: Dialect },
): CsvRecord {
  const record: CsvRecord = { row: raw.row, cells: raw.cells }
  if (raw.unusable) {
    while (record.cells.length < header.length) record.cells.push('')
    refuseUnusable(record, raw.unusable, header, dialect)
  }
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

/** Refuses such cells in columns that are read. A date is accepted in a column of dates. */
function refuseUnusable(
  record: CsvRecord,
  cells: UnusableCell[],
  header: string[],
  dialect: Pick<Dialect, 'normalize' | 'knows'>,
): void {
  for (const { position, kind } of cells) {
    const name = dialect.normalize(header[position] ?? '')
    if (!dialect.knows(name) || (kind === 'date' && ofDates.test(name))) continue
    const column = columnName(header, position)
    const value = shortened(record.cells[position] ?? '', 200)
    record.errors ??= []
    addIssue(record.errors, { column, value, ...explainUnusable(kind, column, value) })
  }
}

function explainUnusable(kind: UnusableCell['kind'], column: string, value: string) {
  if (kind === 'date') {
    return {
      code: 'unexpected_date' as const,
      message: `${quoted(column)} holds a date (${value}), which a spreadsheet may have made of something like 3-5. Format the column as text, write the value again, and save the file.`,
    }
  }
  if (kind === 'error') {
    return {
      code: 'formula_error' as const,
      message: `The formula of ${quoted(column)} ends in an error (${value}). Correct it, or write the value in its place, and save the file.`,
    }
  }
  return {
    code: 'formula_error' as const,
    message: `The result of the formula of ${quoted(column)} is not saved in the file. Open it in your spreadsheet and save it there, or write the value in its place.`,
    parameters: { case: 'not_computed' },
  }
}

/** `date sale price starts`, `special_price_from_date`, `metadata.release_date` */
const ofDates = /(?:^|[^a-z])date(?:$|[^a-z])/

function columnName(header: string[], position: number): string {
  return shortened(header[position] || `(column ${position + 1})`, 200)
}
