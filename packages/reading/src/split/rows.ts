import { carriageReturn, lineFeed, quote, RowScanner, space, tab } from '../row-scanner.ts'

/** States of the parser. A quotation mark opens a cell only if nothing but white space precedes it. */
const atStart = 0
const isQuoted = 1
const isClosed = 2
const inCell = 3

/** Cuts arriving CSV text into rows, each including its line break. The encoding may be any superset of ASCII. */
export class RowReader {
  readonly #scanner: RowScanner
  #open: Uint8Array[] = []
  /** Bytes of the incomplete row. */
  openBytes = 0

  constructor(delimiter: string) {
    this.#scanner = new RowScanner(delimiter)
  }

  /** The rows that are complete with these bytes. */
  take(bytes: Uint8Array): Uint8Array[] {
    const rows: Uint8Array[] = []
    let from = 0
    for (let end = this.#scanner.next(bytes, 0); end !== -1; end = this.#scanner.next(bytes, end)) {
      rows.push(this.#complete(bytes.subarray(from, end)))
      from = end
    }
    if (from < bytes.length) {
      this.#open.push(bytes.subarray(from))
      this.openBytes += bytes.length - from
    }
    return rows
  }

  /** The bytes of the last row if it has no line break; otherwise empty. */
  rest(): Uint8Array {
    return this.#complete(new Uint8Array())
  }

  #complete(bytes: Uint8Array): Uint8Array {
    if (this.#open.length === 0) return bytes
    const row = joined([...this.#open, bytes])
    this.#open = []
    this.openBytes = 0
    return row
  }
}

function nextState(state: number, byte: number | undefined, delimiter: number): number {
  if (byte === delimiter) return atStart
  if (byte === quote) return state === inCell ? inCell : isQuoted
  return state === atStart && (byte === space || byte === tab) ? atStart : inCell
}

export interface RowCells {
  count: number
  /** Whether all cells are blank. */
  isBlank: boolean
  /** The text of the cells at `positions`, in that order; `''` for a missing cell. */
  texts: string[]
}

/** Reads a row's cells at these ascending positions. */
export function readCells(row: Uint8Array, delimiter: string, positions: readonly number[]): RowCells {
  const separator = delimiter.charCodeAt(0)
  const end = endOfText(row)
  const texts: string[] = []
  let state = atStart
  let isBlank = true
  let count = 0
  let from = 0
  const endCell = (to: number) => {
    if (positions[texts.length] === count) texts.push(cellText(row.subarray(from, to)))
    from = to + 1
    count++
  }
  for (let at = 0; at < end; at++) {
    const byte = row[at]
    if (state === isQuoted) {
      if (byte === quote) state = isClosed
      else isBlank &&= isWhite(byte)
      continue
    }
    if (byte === separator) endCell(at)
    else if (byte === quote) isBlank &&= state === atStart
    else isBlank &&= isWhite(byte)
    state = nextState(state, byte, separator)
  }
  endCell(end)
  while (texts.length < positions.length) texts.push('')
  return { count, isBlank, texts }
}

/** All cells of a row. */
export function allCells(row: Uint8Array, delimiter: string): string[] {
  const { count } = readCells(row, delimiter, [])
  const positions = Array.from({ length: count }, (_, position) => position)
  return readCells(row, delimiter, positions).texts
}

function endOfText(row: Uint8Array): number {
  let end = row.length
  if (row[end - 1] === lineFeed) end--
  if (row[end - 1] === carriageReturn) end--
  return end
}

export function endsLine(row: Uint8Array): boolean {
  return endOfText(row) < row.length
}

function isWhite(byte: number | undefined): boolean {
  return byte === space || byte === tab || byte === lineFeed || byte === carriageReturn
}

/** Bytes of a cell that are read at most: names and lists of variants are shorter. */
const mostBytes = 256 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })
const oneByte = new TextDecoder('windows-1252')

function cellText(bytes: Uint8Array): string {
  const text = decoded(bytes.length > mostBytes ? bytes.subarray(0, mostBytes) : bytes).trim()
  if (!text.startsWith('"')) return text
  return text
    .slice(1, text.endsWith('"') ? -1 : undefined)
    .replaceAll('""', '"')
    .trim()
}

/** Not UTF-8: decoded byte by byte, so that different texts stay different. */
function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return oneByte.decode(bytes)
  }
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
