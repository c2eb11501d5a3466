import { cleanText, hasLost, plainText, shortened, withoutControlCharacters } from '@catalog/catalog'
import type { CellProblem } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import type { CsvRecord, Dialect } from '@catalog/dialects'
import { brokenByte } from './broken-utf8.ts'
import { withoutFormula } from './lenient-rows.ts'
import type { LenientRow } from './lenient-rows.ts'
import { carriageReturn, lineFeed, tab } from './row-scanner.ts'
import type { UnusableCell } from './workbook/sheet.ts'

/** A row that is not blank, before its columns are known. */
export interface RawRow {
  /** The spreadsheet's row number. */
  row: number
  cells: string[]
  /** Whether it may need cleaning. */
  isOdd: boolean
  /** Set if its quotation marks are irregular. */
  quotes?: LenientRow
  /** For a workbook, whose rows end with their last filled cell. */
  unusable?: UnusableCell[]
}

/**
 * The position in UTF-8 bytes, at or behind `from`, of what `cleanCell` may change; -1 for none. Four bytes at a time,
 * because most files have none.
 */
export function findOdd(bytes: Buffer, from: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = from; at < bytes.length; at++) {
    while (at + 4 <= bytes.length && isPrintable(view.getInt32(at))) at += 4
    if (isOdd(bytes[at] ?? 0x20, bytes[at + 1] ?? 0xff)) return at
  }
  return -1
}

/** Whether four bytes are printable ASCII; false also for a few that are. */
function isPrintable(word: number): boolean {
  return (((word - 0x20_20_20_20) | (word + 0x01_01_01_01) | word) & 0x80_80_80_80) === 0
}

/** Whether the byte begins a control character except tab, LF and CR, U+00AD, or what follows U+0300. */
function isOdd(byte: number, next: number): boolean {
  if (byte < 0x20) return byte !== tab && byte !== lineFeed && byte !== carriageReturn
  return byte === 0x7f || byte >= 0xcc || (byte === 0xc2 && (next < 0xa0 || next === 0xad))
}

/** Whether `cleanCell` may change the cell. */
export function needsCleaning(cell: string): boolean {
  return cell !== '' && odd.test(cell)
}

// oxlint-disable-next-line no-control-regex
const odd = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u02FF-\uFFFF]|^\s*="/

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
  if (raw.isOdd || raw.quotes)
    cleanCells(record, header, dialect.name === 'canonical' ? undefined : cleanForeign)
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
      value: shortened(record.cells[first] ?? '', 200),
    })
    return
  }
  for (const position of [...stray, ...doubtful]) {
    record.warnings ??= []
    addIssue(record.warnings, {
      column: columnName(header, position),
      code: 'stray_quote',
      value: shortened(record.cells[position] ?? '', 200),
    })
  }
}

/**
 * Most dialects compare cells with each other before it is known which column of the catalog they are: a word without
 * invisible characters is a code, a number or an address.
 */
function cleanForeign(cell: string): string {
  const plain = plainText(cell)
  return isWord.test(plain) ? plain : cleanText(cell, 'text')
}

const isWord = /^[!-~]*$/

function cleanCells(record: CsvRecord, header: string[], spell = (cell: string) => cell): void {
  record.cells = record.cells.map((cell, position) => {
    if (!needsCleaning(cell)) return cell
    const whole = cleanCell(cell)
    const clean = spell(whole)
    if (clean === cell) return cell
    const found = { column: columnName(header, position), value: shortened(clean, 200) }
    if (cell.includes(brokenByte)) addIssue((record.errors ??= []), { ...found, code: 'broken_text' })
    if (withoutControlCharacters(cell) !== cell || hasLost(whole, clean))
      addIssue((record.warnings ??= []), { ...found, code: 'control_character_removed' })
    return clean
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
    addIssue((record.errors ??= []), { column, value, ...problemOf[kind] })
  }
}

const problemOf = {
  date: { code: 'unexpected_date' },
  error: { code: 'formula_error' },
  not_computed: { code: 'formula_error', parameters: { case: 'not_computed' } },
} as const satisfies Record<UnusableCell['kind'], CellProblem>

/** `date sale price starts`, `special_price_from_date`, `metadata.release_date` */
const ofDates = /(?:^|[^a-z])date(?:$|[^a-z])/

function columnName(header: string[], position: number): string {
  return shortened(header[position] || `(column ${position + 1})`, 200)
}
