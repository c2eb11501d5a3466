import { fileWarning, shortened } from '@catalog/catalog'
import { maxFileBytes, fileTooLarge } from '@catalog/contracts'
import type { CellEdit, FileWarning } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { maxWidth, tooManyColumns } from '../caps.ts'
import { toImportFile } from '../import-file.ts'
import type { ImportFile } from '../import-file.ts'
import { needsCleaning } from '../raw-row.ts'
import { RecordTable } from '../record-table.ts'
import { Archive } from './archive.ts'
import { findParts } from './find-parts.ts'
import type { SheetPart } from './find-parts.ts'
import { Sheet } from './sheet.ts'
import { Styles } from './styles.ts'
import { SharedTexts } from './texts.ts'
import { tooMuch } from './unreadable.ts'
import { XmlReader } from './xml.ts'

/** UTF-16 units of all cells, at most; a text that cells share counts for each of them. */
const maxTextLength = 32 * 1024 * 1024

/**
 * Reads the first visible sheet of an Excel workbook (.xlsx), with cells as its spreadsheet shows them (csv-format.md
 * §1).
 * @throws ServiceError `unreadable_workbook`, `too_complex` if it is too large once unpacked, and what `readCsv` throws
 * for rows and columns, as soon as it is found
 */
export async function readWorkbook(
  bytes: Buffer,
  now = new Date(),
  choice?: ColumnChoice,
  edits?: readonly CellEdit[],
): Promise<ImportFile> {
  if (bytes.length > maxFileBytes) throw fileTooLarge()
  const archive = await Archive.open(bytes)
  const { sheet, others, styles: stylesPart, texts: textsPart, ...settings } = await findParts(archive)
  const styles = new Styles()
  const texts = new SharedTexts()
  if (stylesPart !== undefined) await archive.read(stylesPart, new XmlReader('styleSheet', styles))
  if (textsPart !== undefined) await archive.read(textsPart, new XmlReader('sst', texts))

  const table = new RecordTable(choice, edits)
  let textLength = 0
  const rows = new Sheet(
    { styles, texts, ...settings },
    { maxWidth, tooManyColumns },
    ({ row, cells, unusable }) => {
      for (const cell of cells) textLength += cell.length
      if (textLength > maxTextLength) throw tooMuch(`more than ${maxTextLength / 1024 / 1024} MB of text`)
      const isOdd = cells.some(needsCleaning)
      table.take({ row, cells, isOdd, unusable })
    },
  )
  await archive.read(sheet.part, new XmlReader('worksheet', rows))
  const parsed = table.end()
  const warnings = [...(await othersIgnored(archive, sheet, others)), ...parsed.warnings]
  return toImportFile(bytes, { encoding: 'xlsx', delimiter: null }, { ...parsed, warnings }, now)
}

/** A cell with a value; those that are only formatted have none of these elements. */
const valueBegins = /<(?:\w+:)?(?:v|is|f)[\s>]/
/** A value that comes later in its sheet is not looked for. */
const searchedBytes = 64 * 1024
const listedSheets = 5
/** A workbook may have thousands of sheets. */
const searchedSheets = 100

async function othersIgnored(
  archive: Archive,
  { name }: SheetPart,
  others: SheetPart[],
): Promise<FileWarning[]> {
  const filled: SheetPart[] = []
  for (const other of others.slice(0, searchedSheets)) {
    // Without the zeros of UTF-16.
    const head = (await archive.head(other.part, searchedBytes)).toString('latin1').replaceAll('\0', '')
    if (valueBegins.test(head)) filled.push(other)
    if (filled.length > listedSheets) break
  }
  if (filled.length === 0) return []
  const read = shortened(name, 60)
  const listed = filled.slice(0, listedSheets).map((other) => shortened(other.name, 60))
  const names = `${listed.join(', ')}${filled.length > listed.length ? ', …' : ''}`
  return [fileWarning('other_sheets', { case: 'sheets', read, others: names })]
}
