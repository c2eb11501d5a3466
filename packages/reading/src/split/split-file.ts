import { chooseCut } from './cut.ts'
import type { Size, SplitRow } from './cut.ts'
import { readStart } from './file-start.ts'
import type { FileStart } from './file-start.ts'
import { eachForItself, layoutBy, layoutOf } from './layouts.ts'
import type { Layout } from './layouts.ts'
import { NameSet } from './name-set.ts'
import { endsLine, joined, readCells, RowReader } from './rows.ts'
import { SplitError } from './split-error.ts'

/** The limits of an import (INV-18); rows and cells are those below the header. */
export type PartLimits = Size

/** A product that also has rows in an earlier part. */
export interface ApartProduct {
  /** The key of its rows as in the file, in lower case: a handle, a SKU, an id or a name. */
  name: string
  /**
   * `too_large`: it does not fit into one part. `rows_apart`: its rows are too far apart. `same_name`: it may be a
   * different product; names distinguish products only within one file.
   */
  reason: 'too_large' | 'rows_apart' | 'same_name'
}

/** A part of a file that can be imported on its own. */
export interface FilePart {
  /** From 1. */
  part: number
  bytes: Uint8Array<ArrayBuffer>
  /** Below the header. */
  rows: number
  /** Row numbers in the spreadsheet of the whole file. */
  firstRow: number
  lastRow: number
  /** The first 20 products of the part that also have rows in an earlier one. */
  apart: ApartProduct[]
  apartCount: number
}

const maxListed = 20
/** The header must be within this many bytes. */
const headBytes = 1024 * 1024

/**
 * Splits a CSV of any size into files within `limits`, each with the header. Rows keep their bytes and order; blank
 * ones are left out, and UTF-16 becomes UTF-8. A product's rows stay together if possible; each part names the products
 * for which it was not. `productColumn` identifies products if the format is not known. Keeps a few parts in memory.
 * @throws SplitError
 */
export async function* splitFile(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limits: PartLimits,
  { productColumn }: { productColumn?: string } = {},
): AsyncGenerator<FilePart, void> {
  const input = asUtf8(chunks)
  try {
    const { head, isWhole } = await takeHead(input)
    const start = readStart(head, isWhole)
    const splitter = new Splitter(start, limits, productColumn)
    yield* splitter.take(head.subarray(start.bytes.length))
    for await (const chunk of input) {
      if (chunk.includes(0)) throw new SplitError('not_text')
      yield* splitter.take(chunk)
    }
    yield* splitter.end()
  } finally {
    await input.return(undefined)
  }
}

/** `catalog.csv` as `catalog-part-003.csv`; the parts of a workbook are CSVs. */
export function partName(name: string, part: number): string {
  const [, base = name, own = '.csv'] = /^(.+)(\.[^.]*)$/s.exec(name) ?? []
  const ending = /^\.xls[xm]$/i.test(own) ? '.csv' : own
  return `${base}-part-${String(part).padStart(3, '0')}${ending}`
}

/** Whether a file that begins so is a workbook, for `workbookCsv`. */
export function isWorkbook([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b
}

class Splitter {
  readonly #start: FileStart
  readonly #layout: Layout
  /** Limits of a part without its header. */
  readonly #most: Size
  readonly #reader: RowReader
  readonly #headerRows: Uint8Array
  #window: SplitRow[] = []
  #held: Size = { rows: 0, bytes: 0, cells: 0 }
  #number: number
  #parts = 0
  /** Names of the products in finished parts. */
  readonly #seen = new NameSet()
  /** Of those, products that do not fit into a part and continue below the last one. */
  #tooLarge = new Set<string>()

  constructor(start: FileStart, limits: PartLimits, productColumn: string | undefined) {
    this.#start = start
    const named = productColumn === undefined ? undefined : layoutBy(start.header, productColumn)
    this.#layout = named ?? layoutOf(start.header) ?? eachForItself
    this.#headerRows = endsLine(start.bytes) ? start.bytes : joined([start.bytes, lineBreak])
    this.#most = { ...limits, bytes: limits.bytes - this.#headerRows.length }
    this.#reader = new RowReader(start.delimiter)
    this.#number = start.rows
  }

  *take(chunk: Uint8Array): Generator<FilePart> {
    for (let at = 0; at < chunk.length; at += headBytes) {
      for (const row of this.#reader.take(chunk.subarray(at, at + headBytes))) {
        this.#add(row)
        // Each cut scans the buffered rows: wait for three parts, then cut until two are left.
        if (this.#holds(3)) while (this.#holds(2)) yield this.#cut()
      }
      if (this.#reader.openBytes > this.#most.bytes) throw new SplitError('row_too_large', this.#number + 1)
    }
  }

  *end(): Generator<FilePart> {
    const rest = this.#reader.rest()
    if (rest.length > 0) this.#add(rest)
    while (this.#window.length > 0) yield this.#cut()
    if (this.#parts === 0) throw new SplitError('no_rows')
  }

  #add(bytes: Uint8Array): void {
    this.#number++
    const { count, isBlank, texts } = readCells(bytes, this.#start.delimiter, this.#layout.positions)
    if (isBlank) return
    if (bytes.length > this.#most.bytes) throw new SplitError('row_too_large', this.#number)
    const reading = this.#layout.read(texts)
    const cells = Math.max(count, this.#start.header.length)
    const names = reading.continues ? this.#namesAbove() : reading.names
    this.#window.push({ bytes, cells, names, number: this.#number })
    const { rows, bytes: held, cells: heldCells } = this.#held
    this.#held = { rows: rows + 1, bytes: held + bytes.length, cells: heldCells + cells }
  }

  /** Names for a row that belongs to the row above. If that one has no name, it gets one made of its row number. */
  #namesAbove(): readonly string[] {
    const above = this.#window.at(-1)
    if (above?.names.length === 0) above.names = [`row:${above.number}`]
    return above?.names ?? []
  }

  /** Whether the buffered rows are more than so many parts. */
  #holds(parts: number): boolean {
    const { rows, bytes, cells } = this.#held
    return (
      rows > parts * this.#most.rows || bytes > parts * this.#most.bytes || cells > parts * this.#most.cells
    )
  }

  #cut(): FilePart {
    const cut = chooseCut(this.#window, this.#most)
    const rows = this.#window.slice(0, cut)
    this.#window = this.#window.slice(cut)
    for (const { bytes, cells } of rows) {
      this.#held = {
        rows: this.#held.rows - 1,
        bytes: this.#held.bytes - bytes.length,
        cells: this.#held.cells - cells,
      }
    }
    const apart = this.#findApart(rows)
    this.#parts++
    return {
      part: this.#parts,
      bytes: joined([this.#headerRows, ...rows.map(({ bytes }) => bytes)]),
      rows: rows.length,
      firstRow: rows[0]?.number ?? 0,
      lastRow: rows.at(-1)?.number ?? 0,
      apart: apart.slice(0, maxListed),
      apartCount: apart.length,
    }
  }

  #findApart(rows: readonly SplitRow[]): ApartProduct[] {
    const apart = new Map<string, ApartProduct>()
    for (const { names } of rows) {
      const name = names.find((one) => this.#seen.has(one))
      if (name !== undefined && !apart.has(name)) apart.set(name, this.#explain(name))
    }
    for (const { names } of rows) for (const name of names) this.#seen.add(name)
    this.#tooLarge = this.#findTooLarge(rows)
    return [...apart.values()]
  }

  #explain(name: string): ApartProduct {
    const colon = name.indexOf(':')
    const otherwise = name.startsWith('name:') ? 'same_name' : 'rows_apart'
    return { name: name.slice(colon + 1), reason: this.#tooLarge.has(name) ? 'too_large' : otherwise }
  }

  /** Names of adjacent rows that the cut separates and that do not fit into any part. */
  #findTooLarge(above: readonly SplitRow[]): Set<string> {
    const below = new Set(this.#window[0]?.names)
    const through = (above.at(-1)?.names ?? []).filter((name) => below.has(name)).slice(0, maxListed)
    return new Set(
      through.filter((name) => {
        const isOther = ({ names }: SplitRow) => !names.includes(name)
        const end = this.#window.findIndex(isOther)
        const run = [
          ...above.slice(above.findLastIndex(isOther) + 1),
          ...this.#window.slice(0, end === -1 ? undefined : end),
        ]
        return !isWithin(run, this.#most)
      }),
    )
  }
}

const lineBreak = Uint8Array.of(0x0d, 0x0a)

function isWithin(rows: readonly SplitRow[], most: Size): boolean {
  return (
    rows.length <= most.rows &&
    rows.reduce((sum, { bytes }) => sum + bytes.length, 0) <= most.bytes &&
    rows.reduce((sum, { cells }) => sum + cells, 0) <= most.cells
  )
}

/** Reads enough bytes for the header, or the whole file. */
async function takeHead(input: AsyncIterator<Uint8Array>): Promise<{ head: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < headBytes) {
    const next = await input.next()
    if (next.done) return { head: joined(chunks), isWhole: true }
    chunks.push(next.value)
    length += next.value.length
  }
  return { head: joined(chunks), isWhole: false }
}

async function* asUtf8(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let mark: Uint8Array = new Uint8Array()
  let decoder: ReturnType<typeof utf16Decoder>
  const encoder = new TextEncoder()
  for await (const chunk of chunks) {
    let bytes = chunk
    if (mark.length < 2) {
      bytes = mark = joined([mark, chunk])
      if (mark.length < 2) continue
      decoder = utf16Decoder(mark)
    }
    yield decoder ? encoder.encode(decoder.decode(bytes, { stream: true })) : bytes
  }
  if (decoder) yield encoder.encode(decoder.decode())
  else if (mark.length === 1) yield mark
}

function utf16Decoder([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { ignoreBOM: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { ignoreBOM: true })
  return undefined
}
