import { guard } from '@catalog/catalog'
import { ServiceError } from '@catalog/contracts'
import type { AddRow } from './row-chunks.ts'
import type { FileBytes } from './zip.ts'

/** What spreadsheets can open: rows with the header, and UTF-16 units of a cell. */
export const workbookLimits = { rows: 1_048_576, columns: 16_384, cellLength: 32_767 }

/** @param what has too much of what, as the beginning of a sentence */
export function tooLargeForWorkbook(what: string): ServiceError {
  return new ServiceError('too_large_for_workbook', `${what}. Export it as csv or zip, or only a part of it.`)
}

const sheetPart = 'xl/worksheets/sheet1.xml'

/**
 * The parts of a workbook of one sheet, to be zipped. Every cell is a text, so that no program takes one for a number, a
 * date or a formula; the formula guard is that of a CSV, because an import removes it from both.
 * @param rows of `sheetRows`
 */
export async function* workbookParts(
  header: string[],
  rows: AsyncIterable<string>,
): AsyncGenerator<FileBytes> {
  for (const [name, xml] of fixedParts) yield { name, bytes: Buffer.from(xml) }
  const head = addCells(`${sheetBegin}<row r="1">`, header, columnLetters(header.length), 1)
  yield { name: sheetPart, bytes: Buffer.from(`${head}</row>`) }
  for await (const text of rows) yield { name: sheetPart, bytes: Buffer.from(text) }
  yield { name: sheetPart, bytes: Buffer.from(sheetEnd) }
}

/**
 * Writes the rows of a sheet below its header. Where there are too many is for the caller to know.
 * @throws ServiceError too_large_for_workbook where a cell is too long
 */
export function sheetRows(width: number): AddRow {
  const letters = columnLetters(width)
  let number = 1
  return (before, cells, metadata) => {
    number += 1
    let text = addCells(`${before}<row r="${number}">`, cells, letters, number)
    for (const [place, value] of metadata)
      text = addCell(text, guard(value), `${letters[cells.length + place]}${number}`)
    return `${text}</row>`
  }
}

function addCells(before: string, cells: string[], letters: string[], row: number): string {
  let text = before
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index]
    if (cell) text = addCell(text, cell, `${letters[index]}${row}`)
  }
  return text
}

function addCell(before: string, cell: string, place: string): string {
  if (cell.length > workbookLimits.cellLength)
    throw tooLargeForWorkbook(
      'A text is longer than the 32,767 characters that a cell of a workbook can hold',
    )
  const text = special.test(cell) ? cell.replaceAll(everySpecial, escape) : cell
  return `${before}<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** What XML cannot represent, or readers change: written as `_x000D_`. */
const unwritable = String.raw`\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF`
/** A text that looks like that gets `_x005F_` for its first character, also where its last one is the next escape's. */
const characters = `[&<>${unwritable}]|_(?=x[0-9a-f]{4}[_${unwritable}])`
const special = new RegExp(characters, 'i')
const everySpecial = new RegExp(characters, 'gi')

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

function escape(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return entities.get(character) ?? `_x${code}_`
}

/** `A`, `B`, …, `XFD` */
function columnLetters(count: number): string[] {
  const letters: string[] = []
  for (let index = 0; index < count; index += 1) {
    const last = String.fromCharCode(65 + (index % 26))
    letters.push(index < 26 ? last : `${letters[Math.floor(index / 26) - 1]}${last}`)
  }
  return letters
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relationships}/${kind}" Target="${target}"/>`

const fixedParts = [
  [
    '[Content_Types].xml',
    `${xml}<Types xmlns="${packaging}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${officeType}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${officeType}.styles+xml"/>
<Override PartName="/${sheetPart}" ContentType="${officeType}.worksheet+xml"/>
</Types>`,
  ],
  [
    '_rels/.rels',
    `${xml}<Relationships xmlns="${packaging}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${xml}<workbook xmlns="${main}" xmlns:r="${relationships}">
<sheets><sheet name="products" sheetId="1" r:id="rId1"/></sheets>
</workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${xml}<Relationships xmlns="${packaging}/relationships">
${relation(1, 'worksheet', 'worksheets/sheet1.xml')}
${relation(2, 'styles', 'styles.xml')}
</Relationships>`,
  ],
  [
    'xl/styles.xml',
    // Style 1 is the built-in format of texts, 49: what somebody types into such a cell stays as it is typed.
    `${xml}<styleSheet xmlns="${main}">
<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="2">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`,
  ],
] as const

/** Its first row stays on the screen, and empty columns take texts as well. */
const sheetBegin = `${xml}<worksheet xmlns="${main}">
<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
<cols><col min="1" max="${workbookLimits.columns}" width="20" style="1" customWidth="1"/></cols>
<sheetData>`

/** Numbers as texts are meant, so Excel need not mark them. */
const sheetEnd = `</sheetData>
<ignoredErrors><ignoredError sqref="A1:XFD${workbookLimits.rows}" numberStoredAsText="1"/></ignoredErrors>
</worksheet>`
