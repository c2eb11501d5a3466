import { crc32, deflateRawSync } from 'node:zlib'
import { mutateBytes } from './mutate.ts'
import type { Random } from './random.ts'

/** A table of texts as some program or other writes a workbook. */
export function writeWorkbook(random: Random, table: string[][]): Buffer {
  return zip(partsOf(random, table))
}

/** One that has been damaged: in a part, whose checksum is right, or anywhere. */
export function damagedWorkbook(random: Random, table: string[][]): Buffer {
  const parts = partsOf(random, table)
  if (random.chance(0.3)) return mutateBytes(random, zip(parts))
  const names = Object.keys(parts)
  const name = random.chance(0.5) ? names.at(-1) : random.pick(names)
  return zip({ ...parts, [name ?? '']: mutateBytes(random, parts[name ?? ''] ?? Buffer.alloc(0)) })
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function partsOf(random: Random, table: string[][]): Record<string, Buffer> {
  const shared = random.chance(0.5) ? new Map<string, number>() : undefined
  const isPlaced = random.chance(0.8)
  const gap = random.pick(['', '', '\n', '\r\n  '])
  const p = random.pick(['', '', 'x:'])
  const namespace = p === '' ? `xmlns="${main}"` : `xmlns:x="${main}"`

  const textOf = (text: string) => {
    const cut = random.chance(0.2) ? random.below(text.length + 1) : 0
    const runs = cut === 0 ? [text] : [text.slice(0, cut), text.slice(cut)]
    const written = runs.map((run) => `<${p}t xml:space="preserve">${escape(random, run)}</${p}t>`)
    return cut === 0 ? written.join('') : written.map((run) => `<${p}r>${run}</${p}r>`).join(gap)
  }
  const cellOf = (text: string, row: number, column: number) => {
    if (text === '' && isPlaced) return random.chance(0.5) ? '' : `<${p}c r="${lettersOf(column)}${row}"/>`
    const place = isPlaced ? ` r="${lettersOf(column)}${row}"` : ''
    if (!shared) return `<${p}c${place} t="inlineStr"><${p}is>${textOf(text)}</${p}is></${p}c>`
    const index = shared.get(text) ?? shared.size
    shared.set(text, index)
    return `<${p}c${place} t="s"><${p}v>${index}</${p}v></${p}c>`
  }
  const rows = table.map((cells, index) => {
    const written = cells.map((cell, column) => cellOf(cell, index + 1, column))
    return `<${p}row${isPlaced ? ` r="${index + 1}"` : ''}>${gap}${written.join(gap)}</${p}row>`
  })
  const sheet = `<${p}worksheet ${namespace}><${p}sheetData>${rows.join(gap)}</${p}sheetData></${p}worksheet>`
  const texts = [...(shared?.keys() ?? [])].map((text) => `<${p}si>${textOf(text)}</${p}si>`)
  const target = random.pick([
    'worksheets/sheet.xml',
    '/xl/worksheets/sheet.xml',
    './x/../worksheets/Sheet.xml',
  ])
  return {
    '_rels/.rels': xml(random, relationsOf(['officeDocument', 'xl/workbook.xml'])),
    'xl/workbook.xml': xml(
      random,
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      random,
      relationsOf(['worksheet', target], ...(shared ? [['sharedStrings', 'texts.xml'] as const] : [])),
    ),
    ...(shared && { 'xl/texts.xml': xml(random, `<${p}sst ${namespace}>${texts.join(gap)}</${p}sst>`) }),
    'xl/worksheets/sheet.xml': xml(random, sheet),
  }
}

function relationsOf(...targets: (readonly [kind: string, target: string])[]): string {
  const list = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="r${index + 1}" Type="${relations}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}

function xml(random: Random, content: string): Buffer {
  const declared = random.chance(0.7) ? `<?xml version="1.0" standalone="yes"?>\n${content}` : content
  const encoding = random.pick(['utf8', 'utf8', 'utf8', 'mark', 'utf16'])
  if (encoding === 'utf8') return Buffer.from(declared)
  return encoding === 'mark' ? Buffer.from(`\uFEFF${declared}`) : Buffer.from(`\uFEFF${declared}`, 'utf16le')
}

/** What XML cannot hold, or would take for another line break. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|\p{Cs}/gu

function escape(random: Random, text: string): string {
  const inReferences = random.chance(0.2)
  return text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(unwritable, (character) => `_x${hex(character)}_`)
    .replaceAll(inReferences ? /[^\w ]/g : /[&<>]/g, (character) => `&#x${hex(character)};`)
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0')
}

function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest === 0 ? '' : lettersOf(rest - 1)) + String.fromCharCode(65 + (column % 26))
}

function zip(parts: Record<string, Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(content.length, 18)
    about.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), packed])
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), about, place, Buffer.from(name)]),
    )
    files.push(file)
    at += file.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(
    directory.reduce((length, entry) => length + entry.length, 0),
    8,
  )
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end])
}
