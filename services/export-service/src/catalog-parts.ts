import { canonicalColumnNames, canonicalHeader, csvLines, productToRows, writeCsv } from '@catalog/catalog'
import type { ChosenColumns } from '@catalog/catalog'
import { maxCells, maxColumns, maxFileBytes, maxRows } from '@catalog/contracts'
import { chunkLength } from './row-chunks.ts'
import type { ProductPart } from './product-record.ts'

/** The limits of an import (INV-18); rows and cells are those below the header. */
export interface PartLimits {
  rows: number
  bytes: number
  columns: number
  cells: number
}

const importLimits = { rows: maxRows, bytes: maxFileBytes, columns: maxColumns, cells: maxCells }

/** Lines of a part; each part begins with its header. */
export interface PartLines {
  /** From 1. */
  part: number
  text: string
}

/**
 * The catalog as canonical files that can each be imported on their own, and are then unchanged (INV-12): whole
 * products in the order in which they are read. A product that is too large for a file continues in the next one, with
 * its product cells; if there are more metadata columns than a file may have, further files have the others. `read` is
 * called once for each such set of columns.
 */
export async function* writeParts(
  read: () => AsyncIterable<ProductPart[]>,
  metadataKeys: string[],
  columns: ChosenColumns,
  limits: PartLimits = importLimits,
): AsyncGenerator<PartLines> {
  const inFirst = limits.columns - columns.names.length
  const keys = metadataKeys.slice(0, inFirst)
  const toRows = ({ product, fromRow }: ProductPart) => columns.rows(product, keys, fromRow)
  const toMore = (row: string[], first: string[]) => withProductCells(row, first, columns)
  let last = yield* fill(0, columns.header(keys), read(), { toRows, toMore }, limits)

  if (!columns.hasMetadata) return
  for (let from = inFirst; from < metadataKeys.length; from += limits.columns - 1) {
    const more = metadataKeys.slice(from, from + limits.columns - 1)
    const header = metadataOnly(canonicalHeader(more))
    const rows: RowMaker = { toRows: (part) => metadataRows(part, more), toMore: (row) => row }
    last = yield* fill(last, header, read(), rows, limits)
  }
}

/** Yields the parts after `last`; returns the last one. */
async function* fill(
  last: number,
  header: string[],
  batches: AsyncIterable<ProductPart[]>,
  rows: RowMaker,
  limits: PartLimits,
): AsyncGenerator<PartLines, number> {
  const head = writeCsv([header])
  const most = {
    rows: Math.min(limits.rows, Math.floor(limits.cells / header.length)),
    bytes: limits.bytes - Buffer.byteLength(head),
  }
  let part = last
  let left: Size = { rows: 0, bytes: 0 }
  let text = ''
  for await (const lines of linesWithin(most, batches, rows)) {
    if (!fits(lines, left)) {
      if (text !== '') yield { part, text }
      part += 1
      left = most
      text = head
    }
    text += lines.text
    left = { rows: left.rows - lines.rows, bytes: left.bytes - lines.bytes }
    if (text.length >= chunkLength) {
      yield { part, text }
      text = ''
    }
  }
  if (text !== '') yield { part, text }
  return part
}

interface RowMaker {
  toRows: (part: ProductPart) => string[][]
  /** A row of a product as the first one of its file. */
  toMore: (row: string[], first: string[]) => string[]
}

interface Size {
  rows: number
  bytes: number
}

interface Lines extends Size {
  text: string
}

function fits(size: Size, room: Size): boolean {
  return size.rows <= room.rows && size.bytes <= room.bytes
}

/** The rows of each product: all together if they fit into a file, otherwise as many at a time as fit. */
async function* linesWithin(
  most: Size,
  batches: AsyncIterable<ProductPart[]>,
  { toRows, toMore }: RowMaker,
): AsyncGenerator<Lines> {
  let lines = none
  let first: string[] = []
  for await (const batch of batches) {
    for (const part of batch) {
      if (part.fromRow === 0) {
        if (lines.rows > 0) yield lines
        lines = none
      }
      for (const row of toRows(part)) {
        if (lines === none) first = row
        const more = plus(lines, row)
        if (lines.rows > 0 && !fits(more, most)) {
          yield lines
          lines = plus(none, toMore(row, first))
        } else {
          lines = more
        }
      }
    }
  }
  if (lines.rows > 0) yield lines
}

const none: Lines = { rows: 0, bytes: 0, text: '' }

function plus(lines: Lines, row: string[]): Lines {
  const text = csvLines([row])
  return { rows: lines.rows + 1, bytes: lines.bytes + Buffer.byteLength(text), text: lines.text + text }
}

/** A blank cell in a product's first row of a file would clear the stored value. */
function withProductCells(row: string[], first: string[], { productCells, names }: ChosenColumns): string[] {
  return [
    ...first.slice(0, productCells),
    ...row.slice(productCells, names.length),
    ...first.slice(names.length),
  ]
}

/** A row with the handle and the metadata of these keys; none if the product has no value for them. */
function metadataRows({ product, fromRow }: ProductPart, keys: string[]): string[][] {
  if (fromRow > 0 || !keys.some((key) => Object.hasOwn(product.metadata, key))) return []
  return productToRows({ ...product, variants: [], images: [] }, keys).map(metadataOnly)
}

function metadataOnly([handle = '', ...cells]: string[]): string[] {
  return [handle, ...cells.slice(canonicalColumnNames.length - 1)]
}
