import { maxRows } from '@catalog/contracts'
import { maxRecords } from '../reading/parse-records.ts'

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Tells from a file's bytes as they arrive that it has too many rows, so that the rest need not be taken: counts rows
 * that hold a letter or a digit, quoted as parsing takes it, and so never more than there are. Text in UTF-16 it passes
 * by. What is wrong with the file is for its reader to say.
 */
export class RowCount {
  #rows = 0
  #withData = 0
  #hasData = false
  #isQuoted = false
  #isAfterReturn = false
  #isReadable: boolean | undefined

  /** Rows that were complete and held data, the header among them. */
  get withData(): number {
    return this.#withData
  }

  /** True once there are too many. */
  add(bytes: Uint8Array): boolean {
    this.#isReadable ??= (bytes[0] ?? 0) < 0xfe
    if (!this.#isReadable) return false
    for (const byte of bytes) {
      if (byte === quote) this.#isQuoted = !this.#isQuoted
      else if (isLetterOrDigit(byte)) this.#hasData = true
      else if (!this.#isQuoted && (byte === carriageReturn || (byte === lineFeed && !this.#isAfterReturn))) {
        this.#rows += 1
        if (this.#hasData) this.#withData += 1
        this.#hasData = false
      }
      this.#isAfterReturn = byte === carriageReturn
    }
    // Besides the data there is a header, and perhaps a line that names the separator.
    return this.#withData > maxRows + 2 || this.#rows > maxRecords + 2
  }
}

function isLetterOrDigit(byte: number): boolean {
  const lower = byte | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (byte >= 0x30 && byte <= 0x39)
}
