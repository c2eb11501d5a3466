import { ServiceError } from '@catalog/contracts'
import { decoderFor, undefinedInWindows1252 } from './decode.ts'
import type { NotText } from './not-text.ts'
import type { FileStart } from './sniff.ts'
import { RowCutter } from './whole-rows.ts'

/** `not_csv` or `undecodable_text`, naming the row; `bytes` are what was read of the file until then. */
export function explainNotText(cause: NotText, start: FileStart, bytes: Buffer): ServiceError {
  const { encoding } = start
  const content = bytes.subarray(start.skipBytes)
  const text = decoderFor(encoding, { lenient: true })(content)
  if (cause.kind === 'nul') {
    return new ServiceError(
      'not_csv',
      `The file is not text: row ${rowAt(text, text.indexOf('\0'))} contains NUL bytes. Save it as “CSV UTF-8” and upload that.`,
      { cause },
    )
  }
  if (encoding === 'windows-1252') {
    const row = rowAt(text, text.search(undefinedInWindows1252))
    return new ServiceError(
      'undecodable_text',
      `The text of row ${row} is neither UTF-8 nor Windows-1252. Save the file as “CSV UTF-8” and upload that.`,
      { cause },
    )
  }
  const row = rowAt(
    text,
    encoding === 'utf-8' ? brokenUtf8(text, content) : brokenUtf16(text, content, encoding),
  )
  return new ServiceError(
    'undecodable_text',
    `The file says that it is ${encoding.toUpperCase()}, but row ${row} is not. Save it again as “CSV UTF-8” and upload that.`,
    { cause },
  )
}

/** What a decoder puts in place of what it cannot read; text may also contain it. */
const replacement = '\uFFFD'

function brokenUtf8(text: string, bytes: Buffer): number {
  const own = Buffer.from(replacement)
  let offset = 0
  let from = 0
  for (;;) {
    const at = text.indexOf(replacement, from)
    if (at < 0) return text.length
    offset += Buffer.byteLength(text.slice(from, at))
    if (!bytes.subarray(offset, offset + own.length).equals(own)) return at
    offset += own.length
    from = at + 1
  }
}

/** Each broken unit is one of the text, so that both have the same positions. */
function brokenUtf16(text: string, bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): number {
  const unitAt = (at: number) => (encoding === 'utf-16le' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, at + 1)) {
    if (2 * at + 2 > bytes.length || unitAt(2 * at) !== 0xfffd) return at
  }
  return text.length
}

function rowAt(text: string, at: number): number {
  const cutter = new RowCutter()
  cutter.take(Buffer.from(text.slice(0, at)))
  return cutter.row
}
