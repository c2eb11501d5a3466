import { letters, zipped } from '@catalog/reading/testing'
import { mutateBytes } from './mutate.ts'
import type { Random } from './random.ts'

/** A table of texts as some program or other writes a workbook. */
export function writeWorkbook(random: Random, table: string[][]): Promise<Buffer> {
  return zipped(partsOf(random, table))
}

/** One that has been damaged: in a part, whose checksum is right, or anywhere. */
export async function damagedWorkbook(random: Random, table: string[][]): Promise<Buffer> {
  const parts = partsOf(random, table)
  if (random.chance(0.3)) return mutateBytes(random, await zipped(parts))
  const names = Object.keys(parts)
  const name = random.chance(0.5) ? names.at(-1) : random.pick(names)
  return zipped({ ...parts, [name ?? '']: mutateBytes(random, parts[name ?? ''] ?? Buffer.alloc(0)) })
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
    if (text === '' && isPlaced) return random.chance(0.5) ? '' : `<${p}c r="${letters(column)}${row}"/>`
    const place = isPlaced ? ` r="${letters(column)}${row}"` : ''
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
    .replaceAll(inReferences ? /[^\w ]/gu : /[&<>]/g, (character) => `&#x${hex(character)};`)
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
}
