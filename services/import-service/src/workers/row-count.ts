import { maxRows, ServiceError } from '@catalog/contracts'
import { maxRecords } from '../reading/caps.ts'
import { quote, Quotes } from '../reading/quotes.ts'
import { sniff } from '../reading/sniff.ts'
import { beginsWorkbook } from '../reading/workbook/archive.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Bytes of UTF-8's byte order mark. */
const byteOrderMark = 3
/** Bytes that are enough to recognise the delimiter. */
const usualHeadLength = 16 * 1024

/**
 * Notices from a file's bytes as they arrive that it has too many rows, so that the rest need not be kept. Counts rows
 * that contain a letter or a digit, with quotes as in parsing, and therefore never more rows than there are. Ignores
 * UTF-16 and workbooks. The file's reader reports the error.
 */
export class RowCount {
  readonly #headLength: number
  /** The first bytes, until they are enough to recognise the delimiter. */
  #head: Uint8Array[] | undefined = []
  #length = 0
  /** Undefined also if nothing is to be counted. */
  #quotes: Quotes | undefined
  #rows = 0
  #withData = 0
  #hasData = false
  #isAfterReturn = false
  #namesSeparator = false

  constructor(headLength: number = usualHeadLength) {
    this.#headLength = headLength
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
    const bytes = this.#head ? this.#begin(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    if (this.#quotes) this.#count(bytes, this.#quotes)
    // Not only data rows are counted: also the header, lines above it, and one that names the separator.
    return this.#withData > maxRows + 7 || this.#rows > maxRecords + 2
  }

  /** The bytes to count now. */
  #begin(part: Uint8Array): Buffer {
    this.#head?.push(part)
    this.#length += part.length
    if (this.#length < this.#headLength) return Buffer.alloc(0)
    const bytes = Buffer.concat(this.#head ?? [])
    this.#head = undefined
    if (beginsWorkbook(bytes)) return bytes
    try {
      const { encoding, delimiter, skipBytes } = sniff(bytes)
      this.#namesSeparator = skipBytes > byteOrderMark
      if (!encoding.startsWith('utf-16')) this.#quotes = new Quotes(delimiter)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
    }
    return bytes
  }

  #count(bytes: Buffer, quotes: Quotes): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (byte === quote) {
        if (quotes.areOpen) quotes.close(at)
        else quotes.meet(bytes, at)
      } else if (isLetterOrDigit(byte)) this.#hasData = true
      else if (!quotes.areOpen && (byte === carriageReturn || (byte === lineFeed && !this.#isAfterReturn))) {
        this.#rows += 1
        if (this.#hasData) this.#withData += 1
        this.#hasData = false
      }
      this.#isAfterReturn = byte === carriageReturn
    }
    quotes.leave(bytes)
  }
}

function isLetterOrDigit(byte: number): boolean {
  const lower = byte | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x30 && byte <= 0x39)
}
