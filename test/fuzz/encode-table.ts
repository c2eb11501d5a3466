import { stringify } from 'csv-stringify/sync'
import type { Random } from './random.ts'

const latin1 = /[^\u0000-\u00FF]/gu // oxlint-disable-line no-control-regex

/** A table as some program or other writes it. */
export function encodeTable(random: Random, table: string[][]): Buffer {
  const delimiter = random.chance(0.6) ? ',' : random.pick([';', '\t', '|', ','])
  const text = stringify(table, {
    delimiter,
    record_delimiter: random.chance(0.5) ? '\r\n' : random.pick(['\n', '\r']),
    quote_record_delimiter: true,
    quoted: random.chance(0.2),
    // Where a cell needs quotes and gets none, the file is odd.
    ...(random.chance(0.02) ? { quote: false } : {}),
  })
  return encodeText(random, (random.chance(0.03) ? `sep=${delimiter}\r\n` : '') + text)
}

export function encodeText(random: Random, text: string): Buffer {
  const encoding = random.chance(0.7) ? 'utf8' : random.pick(['bom', 'utf16le', 'utf16be', 'latin1', 'utf16'])
  if (encoding === 'bom') return Buffer.from(`\uFEFF${text}`)
  if (encoding === 'utf16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (encoding === 'utf16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  if (encoding === 'utf16') return Buffer.from(text, 'utf16le')
  if (encoding === 'latin1') return Buffer.from(text.replaceAll(latin1, '?'), 'latin1')
  return Buffer.from(text)
}
