import type { Delimiter } from '@catalog/contracts'
import { quote, Quotes, space } from './quotes.ts'

/** Rows of the file, complete with what ends the last of them. */
export interface WholeRows {
  bytes: Buffer
  /** Rows of the file above them, blank ones too. */
  above: number
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Cuts CSV text (UTF-8) between rows while it arrives. Of whole rows csv-parse knows where they end; a chunk that may go
 * on makes it look ahead at every byte, which takes a third of its time again.
 */
export class RowCutter {
  /** Seen and not yet taken. */
  #open: Buffer[] = []
  #above = 0
  readonly #quotes: Quotes
  /** Outside of quotation marks, behind a carriage return that may end a row alone. */
  #isAfterReturn = false
  readonly #delimiter: number
  #openCells = 0
  #openDelimiters = 0
  /** Of the cell that comes next, something is there. */
  #isFilled = false

  constructor(delimiter: Delimiter = ',') {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#quotes = new Quotes(delimiter)
  }

  /** The rows that are complete with these bytes; undefined where none is. */
  take(bytes: Buffer): WholeRows | undefined {
    let end = 0
    let rows = 0
    let isAfterReturn = this.#isAfterReturn
    const quotes = this.#quotes
    const before = quotes.copy()
    for (let at = 0; at < bytes.length; at++) {
      if (quotes.areOpen) {
        at = quotes.findClosing(bytes, at)
        continue
      }
      const byte = bytes[at]
      if (byte === lineFeed || isAfterReturn) {
        end = byte === lineFeed ? at + 1 : at
        rows++
      }
      if (byte === quote) quotes.meet(bytes, at)
      isAfterReturn = byte === carriageReturn
    }
    quotes.leave(bytes)
    this.#isAfterReturn = isAfterReturn
    if (rows === 0) {
      this.#open.push(bytes)
      this.#countCells(bytes, before)
      return undefined
    }
    this.#openCells = 0
    this.#openDelimiters = 0
    this.#isFilled = false
    const whole = { bytes: joined([...this.#open, bytes.subarray(0, end)]), above: this.#above }
    this.#open = [bytes.subarray(end)]
    this.#above += rows
    return whole
  }

  /**
   * Cells with content in the row that is not complete, as far as they are known: what has come with the end of the row
   * above it is not counted.
   */
  get openCells(): number {
    return this.#openCells
  }

  /** Of the same row, around empty cells too. */
  get openDelimiters(): number {
    return this.#openDelimiters
  }

  #countCells(bytes: Buffer, quotes: Quotes): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      const areOpen = quotes.areOpen
      if (byte === quote) {
        if (areOpen) quotes.close(at)
        else quotes.meet(bytes, at)
      } else if (byte !== this.#delimiter || areOpen) this.#isFilled ||= byte !== space
      else {
        this.#openDelimiters++
        if (this.#isFilled) this.#openCells++
        this.#isFilled = false
      }
    }
  }

  /** The row, from 1, of the byte that comes next. */
  get row(): number {
    return this.#above + (this.#isAfterReturn ? 2 : 1)
  }

  /** What is left at the end of the file, with or without a line break behind it. */
  rest(): WholeRows {
    return { bytes: joined(this.#open), above: this.#above }
  }
}

function joined(parts: Buffer[]): Buffer {
  const filled = parts.filter(({ length }) => length > 0)
  return filled.length === 1 && filled[0] ? filled[0] : Buffer.concat(filled)
}
