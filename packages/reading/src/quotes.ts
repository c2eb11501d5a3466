import type { Delimiter } from '@catalog/contracts'

export const quote = 0x22
export const space = 0x20
const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Whether bytes of a CSV are inside quotation marks. A mark opens a cell only if nothing but white space precedes it;
 * anywhere else outside it is a character of its cell (csv-format.md §1). Follows a text in chunks.
 */
export class Quotes {
  areOpen = false
  readonly #name: Delimiter
  readonly #delimiter: number
  /** The last byte of the previous chunk that is not white space. */
  #before = lineFeed
  /** Where in the chunk the last quotation closed; -1: with the last byte of the previous chunk. */
  #closedAt = -2

  constructor(delimiter: Delimiter) {
    this.#name = delimiter
    this.#delimiter = delimiter.charCodeAt(0)
  }

  copy(): Quotes {
    const copy = new Quotes(this.#name)
    copy.areOpen = this.areOpen
    copy.#before = this.#before
    copy.#closedAt = this.#closedAt
    return copy
  }

  /** Inside quotation marks: the position where they close, or the end of the chunk. */
  findClosing(bytes: Buffer, from: number): number {
    const at = bytes.indexOf(quote, from)
    if (at === -1) return bytes.length
    this.close(at)
    return at
  }

  close(at: number): void {
    this.areOpen = false
    this.#closedAt = at
  }

  /** Handles a quotation mark outside: two in a row inside a cell close and open again. */
  meet(bytes: Buffer, at: number): void {
    this.areOpen = this.#closedAt === at - 1 || this.#beginsCell(bytes, at)
  }

  /** To be called at the end of each chunk. */
  leave(bytes: Buffer): void {
    if (bytes.length === 0) return
    let at = bytes.length - 1
    while (at >= 0 && this.#isWhite(bytes[at])) at--
    this.#before = bytes[at] ?? this.#before
    this.#closedAt = this.#closedAt === bytes.length - 1 ? -1 : -2
  }

  #beginsCell(bytes: Buffer, at: number): boolean {
    let last = at - 1
    while (last >= 0 && this.#isWhite(bytes[last])) last--
    const byte = bytes[last] ?? this.#before
    return byte === this.#delimiter || byte === lineFeed || byte === carriageReturn
  }

  #isWhite(byte: number | undefined): boolean {
    return byte === space || (byte === tab && byte !== this.#delimiter)
  }
}
