import { maxRows, ServiceError } from '@catalog/contracts'
import { maxRecords } from './caps.ts'
import { carriageReturn, lineFeed, RowScanner } from './row-scanner.ts'
import { sniff, sniffLength } from './sniff.ts'
import { beginsWorkbook } from './workbook/archive.ts'

/** Bytes that are enough to recognise the delimiter. */
const usualHeadLength = 16 * 1024
/** Of the bytes that may be counted at once, which blocks the event loop for a few milliseconds. */
const uncountedLength = 1024 * 1024

/**
 * Notices from a file's bytes as they arrive that it has too many rows, so that the rest need not be kept. Counts rows
 * that contain a letter or a digit, with quotes as in parsing, and therefore never more rows than there are. Ignores
 * UTF-16 and workbooks, and small files with at most `fewLineBreaks` line breaks. The file's reader reports the error.
 */
export class RowCount {
  readonly #headLength: number
  readonly #fewLineBreaks: number
  /** The first bytes, until counting begins; undefined from then on. */
  #uncounted: Uint8Array[] | undefined = []
  #length = 0
  #lineBreaks = 0
  /** Undefined also if nothing is to be counted. */
  #scanner: RowScanner | undefined
  #rows = 0
  #withData = 0
  #hasData = false
  #namesSeparator = false

  constructor({ headLength = usualHeadLength, fewLineBreaks = maxRows } = {}) {
    this.#headLength = headLength
    this.#fewLineBreaks = fewLineBreaks
  }

  /** Complete rows with data, including the header. */
  get withData(): number {
    return this.#withData
  }

  /** At the end of the file: its rows below the header; undefined if they were not counted or are not too many. */
  get total(): number | undefined {
    const total = this.#withData + (this.#hasData ? 1 : 0) - (this.#namesSeparator ? 2 : 1)
    return total > maxRows ? total : undefined
  }

  /** True once there are too many. */
  add(part: Uint8Array): boolean {
    const parts = this.#uncounted ? this.#begin(part) : [part]
    for (const bytes of parts) if (this.#scanner) this.#count(toBuffer(bytes), this.#scanner)
    // Not only data rows are counted: also the header, lines above it, and one that names the separator.
    return this.#withData > maxRows + 7 || this.#rows > maxRecords + 2
  }

  /** The bytes to count now. */
  #begin(part: Uint8Array): Uint8Array[] {
    const parts = this.#uncounted ?? []
    parts.push(part)
    this.#length += part.length
    this.#lineBreaks += countOf(lineFeed, part) + countOf(carriageReturn, part)
    const mayHaveTooMany = this.#lineBreaks > this.#fewLineBreaks || this.#length > uncountedLength
    if (this.#length < this.#headLength || !mayHaveTooMany) return []
    this.#uncounted = undefined
    const head = headOf(parts)
    if (beginsWorkbook(head)) return []
    try {
      const { encoding, delimiter, namesDelimiter } = sniff(head)
      this.#namesSeparator = namesDelimiter
      if (!encoding.startsWith('utf-16')) this.#scanner = new RowScanner(delimiter)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
    }
    return parts
  }

  #count(bytes: Buffer, scanner: RowScanner): void {
    let from = 0
    for (let end = scanner.next(bytes, 0); end !== -1; end = scanner.next(bytes, end)) {
      this.#rows += 1
      if (this.#hasData || hasLetterOrDigit(bytes, from, end)) this.#withData += 1
      this.#hasData = false
      from = end
    }
    this.#hasData ||= hasLetterOrDigit(bytes, from, bytes.length)
  }
}

function hasLetterOrDigit(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (isLetterOrDigit(bytes[at] ?? 0)) return true
  return false
}

function countOf(byte: number, bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) count += 1
  return count
}

function headOf(parts: Uint8Array[]): Buffer {
  return Buffer.concat(
    parts,
    Math.min(
      sniffLength,
      parts.reduce((sum, { length }) => sum + length, 0),
    ),
  )
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function isLetterOrDigit(byte: number): boolean {
  const lower = byte | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x30 && byte <= 0x39)
}
