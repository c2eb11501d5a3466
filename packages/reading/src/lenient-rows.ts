import type { Delimiter } from '@catalog/contracts'

/** A row whose quotation marks are not all as in regular CSV. */
export interface LenientRow {
  /** Empty for a blank line. */
  cells: string[]
  /** Positions of cells with stray quotation marks whose ends are nevertheless certain. */
  stray: number[]
  /** Positions of cells with text behind a closing quotation mark: certain if the rest of the row is regular. */
  doubtful: number[]
  /** Whether no reading of the quotation marks is certain. */
  isUnclear: boolean
}

/** A quotation mark is never closed, or is closed in the middle of a cell some lines further down. */
export class LostQuote extends Error {
  override readonly name = 'LostQuote'
  readonly isClosed: boolean

  constructor(isClosed: boolean) {
    super('a quotation mark is not closed where a cell ends')
    this.isClosed = isClosed
  }
}

/** `="00123"`, as spreadsheets write a text that looks like a number. */
const formulaText = /^\s*="((?:[^"]|"")*)"\s*$/

/** `="00123"` is the text `00123`. */
export function withoutFormula(cell: string): string {
  return cell.includes('="') ? cell.replace(formulaText, (_, text: string) => unescaped(text)) : cell
}

/**
 * The rows of a text with irregular quotation marks (csv-format.md §1), including blank lines; a regular text's rows
 * are those of csv-parse.
 * @throws LostQuote
 */
export function* lenientRows(text: string, delimiter: Delimiter): Generator<LenientRow> {
  const reader = new LenientReader(text, delimiter)
  while (!reader.isAtEnd) yield reader.readRow()
}

const white = { ',': /[ \t]*/y, ';': /[ \t]*/y, '|': /[ \t]*/y, '\t': / */y }
const cellEnd = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '|': /[|\r\n]/g, '\t': /[\t\r\n]/g }

class LenientReader {
  readonly #text: string
  readonly #delimiter: Delimiter
  #at = 0

  constructor(text: string, delimiter: Delimiter) {
    this.#text = text
    this.#delimiter = delimiter
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  readRow(): LenientRow {
    const row: LenientRow = { cells: [], stray: [], doubtful: [], isUnclear: false }
    if (!this.#skipLineBreak()) {
      do row.cells.push(this.#readCell(row))
      while (this.#skipDelimiter())
      this.#skipLineBreak()
    }
    return row
  }

  #skipDelimiter(): boolean {
    if (this.#text[this.#at] !== this.#delimiter) return false
    this.#at++
    return true
  }

  #skipLineBreak(): boolean {
    const length = this.#text.startsWith('\r\n', this.#at)
      ? 2
      : /[\r\n]/.test(this.#text[this.#at] ?? '')
        ? 1
        : 0
    this.#at += length
    return length > 0
  }

  #readCell(row: LenientRow): string {
    const start = this.#at
    const opening = this.#behindWhite(start)
    if (this.#text[opening] === '"') return this.#readQuoted(row, opening)
    this.#at = this.#endOfCell(start)
    const cell = this.#text.slice(start, this.#at)
    if (cell.includes('"') && !formulaText.test(cell)) row.stray.push(row.cells.length)
    return cell
  }

  #readQuoted(row: LenientRow, opening: number): string {
    const start = this.#at
    const closing = this.#findClosing(opening + 1)
    const behind = this.#behindWhite(closing + 1)
    const quotedText = unescaped(this.#text.slice(opening + 1, closing))
    this.#at = this.#endOfCell(behind)
    if (this.#at === behind) {
      if (start < opening || closing + 1 < behind) row.stray.push(row.cells.length)
      return quotedText
    }
    if (/[\r\n]/.test(quotedText)) throw new LostQuote(true)
    row.doubtful.push(row.cells.length)
    const rest = this.#text.slice(closing + 1, this.#at)
    // `"5" pipe"`: the first and last quotation marks belong to the CSV.
    const inner = /^([^"]*)"\s*$/.exec(rest)?.[1]
    if (inner !== undefined) return `${quotedText}"${inner}`
    if (rest.includes('"')) row.isUnclear = true
    return this.#text.slice(opening, this.#at)
  }

  #findClosing(from: number): number {
    let at = this.#text.indexOf('"', from)
    while (at !== -1 && this.#text[at + 1] === '"') at = this.#text.indexOf('"', at + 2)
    if (at === -1) throw new LostQuote(false)
    return at
  }

  #behindWhite(from: number): number {
    const pattern = white[this.#delimiter]
    pattern.lastIndex = from
    pattern.test(this.#text)
    return pattern.lastIndex
  }

  #endOfCell(from: number): number {
    const pattern = cellEnd[this.#delimiter]
    pattern.lastIndex = from
    return pattern.test(this.#text) ? pattern.lastIndex - 1 : this.#text.length
  }
}

function unescaped(text: string): string {
  return text.replaceAll('""', '"')
}
