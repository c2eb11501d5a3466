import { maxRows, ServiceError } from '@catalog/contracts'
import { maxRecords } from '../reading/caps.ts'
import { quote, Quotes } from '../reading/quotes.ts'
import { sniff } from '../reading/sniff.ts'
import { beginsWorkbook } from '../reading/workbook/archive.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Bytes of UTF-8's. */
const byteOrderMark = 3
/** Bytes that show what separates the cells. */
const usualHeadLength = 16 * 1024

/**
 * Tells from a file's bytes as they arrive that it has too many rows, so that the rest need not be kept: counts rows
 * that hold a letter or a digit, quoted as parsing takes it, and so never more than there are. Text in UTF-16 and
 * workbooks it passes by. What is wrong with the file is for its reader to say.
 */
export class RowCount {
  readonly #headLength: number
  /** Until they are enough to begin. */
  #head: Uint8Array[] | undefined = []
  #length = 0
  /** Undefined, too, where nothing is to be counted. */
  #quotes: Quotes | undefined
  #rows = 0
  #withData = 0
  #hasData = false
  #isAfterReturn = false
  #namesSeparator = false

  constructor(headLength: number = usualHeadLength) {
    this.#headLength = headLength
  }

  /** Rows that were complete and held data, the header among them. */
  get withData(): number {
    return this.#withData
  }

  /** At the end of the file: its rows below the header; undefined where they were not counted, or are not too many. */
  get total(): number | undefined {
    const total = this.#withData + (this.#hasData ? 1 : 0) - (this.#namesSeparator ? 2 : 1)
    return total > maxRows ? total : undefined
  }

  /** True once there are too many. */
  add(part: Uint8Array): boolean {
    const bytes = this.#head ? this.#begin(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    if (this.#quotes) this.#count(bytes, this.#quotes)
    // Besides the data there is a header, perhaps lines above it and one that names the separator.
    return this.#withData > maxRows + 7 || this.#rows > maxRecords + 2
  }

  /** The bytes that are to be counted now. */
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
