import { ServiceError } from '@catalog/contracts'
import { brokenBytes } from './broken-utf8.ts'
import { decoderFor } from './decode.ts'
import type { NotText } from './not-text.ts'
import type { FileStart } from './sniff.ts'
import { RowCutter } from './whole-rows.ts'

/** The error `not_csv` or `undecodable_text`, naming the row. `bytes` are what was read of the file so far. */
export function explainNotText(cause: NotText, start: FileStart, bytes: Buffer): ServiceError {
  const content = bytes.subarray(start.skipBytes)
  const rowAt = (before: Buffer) => {
    const cutter = new RowCutter(start.delimiter)
    cutter.take(before)
    return cutter.row
  }
  if (start.encoding === 'utf-16le' || start.encoding === 'utf-16be') {
    const text = decoderFor(start.encoding, { lenient: true })(content)
    const at = cause.kind === 'nul' ? text.indexOf('\0') : brokenUtf16(text, content, start.encoding)
    return cause.kind === 'nul'
      ? notText(rowAt(Buffer.from(text.slice(0, at))), cause)
      : undecodable(
          `The file says that it is ${start.encoding.toUpperCase()}, but row ${rowAt(Buffer.from(text.slice(0, at)))} is not. Save it again as “CSV UTF-8” and upload that.`,
          cause,
        )
  }
  if (cause.kind === 'nul') return notText(rowAt(content.subarray(0, content.indexOf(0))), cause)
  const row = rowAt(content.subarray(0, tellingByte(content)))
  return undecodable(
    start.hasBom
      ? `The file says that it is UTF-8, but row ${row} and others are not. Save it again as “CSV UTF-8” and upload that.`
      : `The text of row ${row} is in no encoding that we can tell. Save the file as “CSV UTF-8” and upload that.`,
    cause,
  )
}

function notText(row: number, cause: NotText): ServiceError {
  return new ServiceError(
    'not_csv',
    `The file is not text: row ${row} contains NUL bytes. If it is a table of a spreadsheet, save it as “CSV UTF-8” and upload that; anything else is not a catalog file.`,
    { cause },
  )
}

function undecodable(message: string, cause: NotText): ServiceError {
  return new ServiceError('undecodable_text', message, { cause })
}

/** The position of the first byte that is not UTF-8; if there is one, of one that is not Windows-1252 either. */
function tellingByte(bytes: Buffer): number {
  let first: number | undefined
  for (const at of brokenBytes(bytes)) {
    first ??= at
    if (undefinedIn1252.has(bytes[at])) return at
  }
  return first ?? bytes.length
}

const undefinedIn1252 = new Set<number | undefined>([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Replaces what a decoder cannot read; text may also contain it. */
const replacement = '\uFFFD'

/** The first broken unit: a broken one decodes to one unit, so text and bytes have the same positions. */
function brokenUtf16(text: string, bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): number {
  const unitAt = (at: number) => (encoding === 'utf-16le' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, at + 1)) {
    if (2 * at + 2 > bytes.length || unitAt(2 * at) !== 0xfffd) return at
  }
  return text.length
}
