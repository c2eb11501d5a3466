import { ServiceError } from '@catalog/contracts/errors'
import { findParts } from '../workbook/find-parts.ts'
import { Sheet } from '../workbook/sheet.ts'
import type { SheetRow } from '../workbook/sheet.ts'
import { Styles } from '../workbook/styles.ts'
import { SharedTexts } from '../workbook/texts.ts'
import { XmlReader } from '../workbook/xml.ts'
import { SplitError } from './split-error.ts'
import { ZipParts } from './zip-parts.ts'

/** Columns of a sheet, at most: those of an import and of an error report. */
const maxWidth = 1_003

/**
 * The sheet of a workbook as a CSV for `splitFile`, a row for each of the sheet. What a CSV cannot hold, so that it would
 * be taken for a text, ends it: a formula without a result, and a date among other values.
 * @throws SplitError
 */
export async function* workbookCsv(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder()
  try {
    const archive = new ZipParts(bytes)
    const { sheet, styles: stylesPart, texts: textsPart, ...settings } = await findParts(archive)
    const styles = new Styles()
    const texts = new SharedTexts()
    if (stylesPart !== undefined) await archive.read(stylesPart, new XmlReader('styleSheet', styles))
    if (textsPart !== undefined) await archive.read(textsPart, new XmlReader('sst', texts))
    const csv = new SheetCsv()
    const width = { maxWidth, tooManyColumns: (row: number) => new SplitError('row_too_large', row) }
    const rows = new Sheet({ styles, texts, ...settings }, width, (row) => csv.add(row))
    const reader = new XmlReader('worksheet', rows)
    for await (const chunk of archive.unpack(sheet.part)) {
      if (!reader.isDone) reader.write(chunk)
      const lines = csv.take()
      if (lines !== '') yield encoder.encode(lines)
    }
    if (!reader.isDone) reader.end()
  } catch (error) {
    throw error instanceof ServiceError ? new SplitError('unreadable_workbook', undefined, error) : error
  }
}

class SheetCsv {
  #lines = ['\uFEFF']
  #row = 0
  #width = 0
  /** By position: whether the cells below the name of a column are dates; null below none. */
  readonly #areDates: (boolean | null)[] = []

  add({ row, cells, unusable }: SheetRow): void {
    const dates = new Set(unusable.flatMap(({ position, kind }) => (kind === 'date' ? [position] : [])))
    if (unusable.some(({ kind }) => kind === 'not_computed')) throw new SplitError('unclear_cell', row)
    for (const [position, cell] of cells.entries()) {
      if (cell === '') continue
      const areDates = this.#areDates[position]
      if (areDates === undefined) this.#areDates[position] = null
      else if (areDates === null) this.#areDates[position] = dates.has(position)
      else if (areDates !== dates.has(position)) throw new SplitError('unclear_cell', row)
    }
    // A row of a workbook ends with its last filled cell.
    this.#width = Math.max(this.#width, cells.length)
    const padding = ','.repeat(this.#width - cells.length)
    this.#lines.push('\r\n'.repeat(row - this.#row - 1), cells.map(quoted).join(','), padding, '\r\n')
    this.#row = row
  }

  take(): string {
    const lines = this.#lines.join('')
    this.#lines = []
    return lines
  }
}

function quoted(cell: string): string {
  const text = cell.replaceAll('\0', '')
  return /^\s|\s$|[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
