import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The parts of a workbook by name, so that a test can change them before they are zipped. */
export type Parts = Record<string, string | Uint8Array>

/** A text, a number, or a cell as XML with its attributes. */
export type TestCell = string | number | { xml: string; t?: string; s?: number }

export const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A workbook of one sheet; its cells may have the styles of these number formats, from 1. */
export async function workbookOf(rows: TestCell[][], formats: string[] = []): Promise<Buffer> {
  return zipped(partsOf(rows, formats))
}

export function partsOf(rows: TestCell[][], formats: string[] = []): Parts {
  const texts = new Map<string, number>()
  const sheet = sheetXml(rows, texts)
  return {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationsXml(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': workbookXml('<sheet name="Products" sheetId="1" r:id="rId1"/>'),
    'xl/_rels/workbook.xml.rels': relationsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': stylesXml(formats),
    'xl/sharedStrings.xml': textsXml([...texts.keys()]),
    'xl/worksheets/sheet1.xml': sheet,
  }
}

const officeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const contentTypes = [
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  `<Override PartName="/xl/workbook.xml" ContentType="${officeType}.sheet.main+xml"/>`,
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${officeType}.worksheet+xml"/>`,
  `<Override PartName="/xl/styles.xml" ContentType="${officeType}.styles+xml"/>`,
  `<Override PartName="/xl/sharedStrings.xml" ContentType="${officeType}.sharedStrings+xml"/>`,
  '</Types>',
].join('')

export async function zipped(parts: Parts, { compress = true } = {}): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts))
    zip.addBuffer(Buffer.from(content), name, { compress, mtime: new Date(0) })
  zip.end()
  return await buffer(zip.outputStream)
}

export function workbookXml(sheets: string, properties = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationNamespace}">${properties}<sheets>${sheets}</sheets></workbook>`
}

/** Relations, each with its kind and target. */
export function relationsXml(...relations: [kind: string, target: string][]): string {
  const list = relations.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationNamespace}/${kind}" Target="${target}"/>`,
  )
  return `<?xml version="1.0"?><Relationships xmlns="${packageNamespace}">${list.join('')}</Relationships>`
}

export function stylesXml(formats: string[]): string {
  const codes = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`,
  )
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`)
  return `<styleSheet xmlns="${spreadsheetNamespace}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`
}

export function textsXml(texts: string[]): string {
  return `<sst xmlns="${spreadsheetNamespace}">${texts.map((text) => `<si>${textXml(text)}</si>`).join('')}</sst>`
}

export function worksheetXml(rows: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${spreadsheetNamespace}"><sheetData>${rows}</sheetData></worksheet>`
}

function sheetXml(rows: TestCell[][], texts: Map<string, number>): string {
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, position) => cellXml(cell, `${letters(position)}${row + 1}`, texts))
    return `<row r="${row + 1}">${written.join('')}</row>`
  })
  return worksheetXml(lines.join(''))
}

function cellXml(cell: TestCell, place: string, texts: Map<string, number>): string {
  if (cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'string') {
    const index = texts.get(cell) ?? texts.size
    texts.set(cell, index)
    return `<c r="${place}" t="s"><v>${index}</v></c>`
  }
  const type = cell.t === undefined ? '' : ` t="${cell.t}"`
  const style = cell.s === undefined ? '' : ` s="${cell.s}"`
  return `<c r="${place}"${type}${style}>${cell.xml}</c>`
}

export function textXml(text: string): string {
  return `<t xml:space="preserve">${escapeXml(text)}</t>`
}

const control = String.raw`\u0000-\u0008\u000B-\u001F`
const unwritable = new RegExp(`[${control}]`, 'g')
/** Also where the last character is the next escape's. */
const likeEscape = new RegExp(`_(?=x[0-9a-f]{4}[_${control}])`, 'gi')

/** As Excel writes text: `_x0001_` for what XML cannot represent, and `_x005F_` for text that looks like that. */
function escapeXml(text: string): string {
  return text
    .replaceAll(likeEscape, '_x005F_')
    .replaceAll(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** `A`, `B`, …, `XFD` */
export function letters(position: number): string {
  const last = String.fromCharCode(65 + (position % 26))
  return position < 26 ? last : letters(Math.floor(position / 26) - 1) + last
}

/** An archive in which programs that know ZIP64 find the parts of `large`, and others those of `small`. */
export function withTwoDirectories(small: Buffer, large: Buffer): Buffer {
  const { entries, start, size } = directoryOf(large)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(entries), at)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  const body = large.subarray(0, start + size)
  const second = directoryOf(small)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(body.length + second.size), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.from(small.subarray(-22))
  end.writeUInt32LE(body.length, 16)
  const directory = small.subarray(second.start, second.start + second.size)
  return Buffer.concat([body, directory, record, locator, end])
}

function directoryOf(archive: Buffer) {
  const end = archive.subarray(-22)
  return { entries: end.readUInt16LE(10), size: end.readUInt32LE(12), start: end.readUInt32LE(16) }
}
