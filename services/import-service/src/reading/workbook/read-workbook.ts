import { fileWarningTable, quoted, shortened } from '@catalog/catalog'
import { type FileWarning, maxFileBytes, fileTooLarge } from '@catalog/contracts'
import type { ColumnChoice } from '../../dialects/mapped/column-choice.ts'
import { type ImportFile, toImportFile } from '../import-file.ts'
import { needsCleaning } from '../raw-row.ts'
import { RecordTable } from '../record-table.ts'
import { Archive } from './archive.ts'
import { findParts, type SheetPart } from './find-parts.ts'
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
): Promise<ImportFile> {
  if (bytes.length > maxFileBytes) throw fileTooLarge()
  const archive = await Archive.open(bytes)
  const { sheet, others, styles: stylesPart, texts: textsPart, ...settings } = await findParts(archive)
  const styles = new Styles()
  const texts = new SharedTexts()
  if (stylesPart !== undefined) await archive.read(stylesPart, new XmlReader('styleSheet', styles))
  if (textsPart !== undefined) await archive.read(textsPart, new XmlReader('sst', texts))

  const table = new RecordTable(choice)
  let textLength = 0
  const rows = new Sheet({ styles, texts, ...settings }, ({ row, cells, unusable }) => {
    for (const cell of cells) textLength += cell.length
    if (textLength > maxTextLength) throw tooMuch(`more than ${maxTextLength / 1024 / 1024} MB of text`)
    const isOdd = cells.some(needsCleaning)
    table.take({ row, cells, isOdd, unusable })
  })
  await archive.read(sheet.part, new XmlReader('worksheet', rows))
  const parsed = table.end()
  const warnings = [...othersIgnored(archive, sheet, others), ...parsed.warnings]
  return toImportFile(bytes, { encoding: 'xlsx', delimiter: null }, { ...parsed, warnings }, now)
}

/** The part of a sheet without rows is smaller. */
const filledBytes = 2_048

function othersIgnored(archive: Archive, { name }: SheetPart, others: SheetPart[]): FileWarning[] {
  const filled = others.filter(({ part }) => archive.sizeOf(part) > filledBytes)
  if (filled.length === 0) return []
  const read = shortened(name, 60)
  const listed = filled.slice(0, 5).map((other) => shortened(other.name, 60))
  const names = `${listed.join(', ')}${filled.length > listed.length ? ', …' : ''}`
  return [
    {
      code: 'other_sheets',
      message: `${fileWarningTable.other_sheets} That is ${quoted(read)}. Not read: ${names}. To import another one, move it to the front or save it as a file of its own.`,
      parameters: { case: 'sheets', read, others: names },
    },
  ]
}
