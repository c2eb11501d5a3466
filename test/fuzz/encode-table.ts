import { stringify } from 'csv-stringify/sync'
import type { Random } from './random.ts'

const latin1 = /[^\u0000-\u00FF]/gu // oxlint-disable-line no-control-regex

const letters = /[\p{L}--[a-z]]|[^\u0000-\u00FF]/gv // oxlint-disable-line no-control-regex
const encodings = ['bom', 'utf16le', 'utf16be', 'latin1', 'utf16', 'upper', 'mixed']

function toUpperHalf(letter: string): string {
  return String.fromCharCode(0xc0 + (letter.charCodeAt(0) % 0x40))
}

/** Encodes a table as some program might write it. */
export function encodeTable(random: Random, table: string[][]): Buffer {
  const delimiter = random.chance(0.6) ? ',' : random.pick([';', '\t', '|', ','])
  const text = stringify(table, {
    delimiter,
    record_delimiter: random.chance(0.5) ? '\r\n' : random.pick(['\n', '\r']),
    quote_record_delimiter: true,
    quoted: random.chance(0.2),
    // A cell that needs quotes and has none makes the file irregular.
    ...(random.chance(0.02) ? { quote: false } : {}),
  })
  const above = random.chance(0.03) ? 'My shop\r\n\r\n2026-01-02\r\n' : ''
  return encodeText(random, (random.chance(0.03) ? `sep=${delimiter}\r\n` : above) + text)
}

export function encodeText(random: Random, text: string): Buffer {
  const encoding = random.chance(0.7) ? 'utf8' : random.pick(encodings)
  if (encoding === 'bom') return Buffer.from(`\uFEFF${text}`)
  if (encoding === 'utf16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (encoding === 'utf16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  if (encoding === 'utf16') return Buffer.from(text, 'utf16le')
  // Each letter becomes one byte of the upper half, as in Cyrillic or Greek encodings.
  if (encoding === 'upper') return Buffer.from(text.replaceAll(letters, toUpperHalf), 'latin1')
  if (encoding === 'mixed') return Buffer.concat([Buffer.from(text), Buffer.from(text.slice(-20), 'latin1')])
  if (encoding === 'latin1') return Buffer.from(text.replaceAll(latin1, '?'), 'latin1')
  return Buffer.from(text)
}
