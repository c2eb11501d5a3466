export const quote = 0x22
export const space = 0x20
export const tab = 0x09
export const lineFeed = 0x0a
export const carriageReturn = 0x0d

/**
 * Finds the ends of a CSV's rows, chunk by chunk, in any encoding that is a superset of ASCII. The one grammar of rows:
 * they are counted, cut for the parser, and split with it (csv-format.md §1).
 */
export class RowScanner {
  readonly #quotes: Quotes
  /** Outside of quotation marks, after a carriage return that may end a row on its own. */
  #isAfterReturn = false

  constructor(delimiter: string) {
    this.#quotes = new Quotes(delimiter)
  }

  /** The quotation marks as they are at the next byte. */
  get quotes(): Quotes {
    return this.#quotes.copy()
  }

  /** Whether the next byte begins a row, unless it is the line feed of the one before. */
  get isAfterReturn(): boolean {
    return this.#isAfterReturn
  }

  /**
   * The position behind the next row that ends at or behind `from`; -1 if none does. To be called with each result, from
   * 0 to -1, before the next chunk.
   */
  next(bytes: Uint8Array, from: number): number {
    const quotes = this.#quotes
    let isAfterReturn = this.#isAfterReturn
    this.#isAfterReturn = false
    for (let at = from; at < bytes.length; at++) {
      if (quotes.areOpen) {
        at = quotes.findClosing(bytes, at)
        continue
      }
      const byte = bytes[at]
      if (byte === lineFeed) return at + 1
      if (isAfterReturn) return at
      if (byte === quote) quotes.meet(bytes, at)
      isAfterReturn = byte === carriageReturn
    }
    quotes.leave(bytes)
    this.#isAfterReturn = isAfterReturn
    return -1
  }
}

/**
 * Whether bytes of a CSV are inside quotation marks. A mark opens a cell only if nothing but white space precedes it;
 * anywhere else outside it is a character of its cell. Follows a text in chunks.
 */
export class Quotes {
  areOpen = false
  readonly #name: string
  readonly #delimiter: number
  /** The last byte of the previous chunk that is not white space. */
  #before = lineFeed
  /** Where in the chunk the last quotation closed; -1: with the last byte of the previous chunk. */
  #closedAt = -2

  constructor(delimiter: string) {
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

  /** Inside quotation marks: the position where they close, behind doubled ones, or the end of the chunk. */
  findClosing(bytes: Uint8Array, from: number): number {
    let at = bytes.indexOf(quote, from)
    while (at !== -1 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2)
    if (at === -1) return bytes.length
    this.areOpen = false
    this.#closedAt = at
    return at
  }

  /** Handles a quotation mark outside: two in a row inside a cell close and open again. */
  meet(bytes: Uint8Array, at: number): void {
    this.areOpen = this.#closedAt === at - 1 || this.#beginsCell(bytes, at)
  }

  /** To be called at the end of each chunk. */
  leave(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    let at = bytes.length - 1
    while (at >= 0 && this.#isWhite(bytes[at])) at--
    this.#before = bytes[at] ?? this.#before
    this.#closedAt = this.#closedAt === bytes.length - 1 ? -1 : -2
  }

  #beginsCell(bytes: Uint8Array, at: number): boolean {
    let last = at - 1
    while (last >= 0 && this.#isWhite(bytes[last])) last--
    const byte = bytes[last] ?? this.#before
    return byte === this.#delimiter || byte === lineFeed || byte === carriageReturn
  }

  #isWhite(byte: number | undefined): boolean {
    return byte === space || (byte === tab && byte !== this.#delimiter)
  }
}

/** How many cells with content a part of a row has, and how many delimiters, empty cells included. */
export function countCells(
  bytes: Uint8Array,
  delimiter: string,
  quotes: Quotes,
): { filled: number; delimiters: number } {
  const separator = delimiter.charCodeAt(0)
  const counts = { filled: 0, delimiters: 0 }
  let isFilled = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (quotes.areOpen) {
      const closing = quotes.findClosing(bytes, at)
      isFilled ||= bytes.subarray(at, closing).some((one) => one !== space)
      at = closing
    } else if (byte === quote) quotes.meet(bytes, at)
    else if (byte !== separator) isFilled ||= byte !== space
    else {
      counts.delimiters++
      if (isFilled) counts.filled++
      isFilled = false
    }
  }
  return counts
}
