import {
  canonicalColumnNames,
  canonicalHeader,
  productColumns,
  productToRows,
  writeCsv,
} from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import { maxCells, maxColumns, maxFileBytes, maxRows } from '@catalog/contracts'
import { csvLines } from './csv-lines.ts'

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
  read: () => AsyncIterable<Product[]>,
  metadataKeys: string[],
  limits: PartLimits = importLimits,
): AsyncGenerator<PartLines> {
  const inFirst = limits.columns - canonicalColumnNames.length
  const keys = metadataKeys.slice(0, inFirst)
  const toRows = (product: Product) => productToRows(product, keys)
  let last = yield* fill(0, canonicalHeader(keys), read(), toRows, limits)

  for (let from = inFirst; from < metadataKeys.length; from += limits.columns - 1) {
    const more = metadataKeys.slice(from, from + limits.columns - 1)
    const header = metadataOnly(canonicalHeader(more))
    last = yield* fill(last, header, read(), (product) => metadataRows(product, more), limits)
  }
}

/** Yields the parts after `last`; returns the last one. */
async function* fill(
  last: number,
  header: string[],
  batches: AsyncIterable<Product[]>,
  toRows: (product: Product) => string[][],
  limits: PartLimits,
): AsyncGenerator<PartLines, number> {
  const head = writeCsv([header])
  const most = {
    rows: Math.min(limits.rows, Math.floor(limits.cells / header.length)),
    bytes: limits.bytes - Buffer.byteLength(head),
  }
  let part = last
  let left: Size = { rows: 0, bytes: 0 }
  for await (const products of batches) {
    let text = ''
    for (const product of products) {
      for (const lines of linesWithin(most, toRows(product))) {
        if (!fits(lines, left)) {
          if (text !== '') yield { part, text }
          part += 1
          left = most
          text = head
        }
        text += lines.text
        left = { rows: left.rows - lines.rows, bytes: left.bytes - lines.bytes }
      }
    }
    if (text !== '') yield { part, text }
  }
  return part
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

/** The rows of a product: all together if they fit into a file, otherwise as many at a time as fit. */
function* linesWithin(most: Size, rows: string[][]): Generator<Lines> {
  const all = linesOf(rows)
  if (rows.length === 0 || fits(all, most)) {
    yield all
    return
  }
  let lines: Lines = { rows: 0, bytes: 0, text: '' }
  for (const row of rows) {
    const next = linesOf([row])
    if (lines.rows > 0 && !fits({ rows: lines.rows + 1, bytes: lines.bytes + next.bytes }, most)) {
      yield lines
      lines = linesOf([withProductCells(row, rows[0] ?? [])])
    } else {
      lines = { rows: lines.rows + 1, bytes: lines.bytes + next.bytes, text: lines.text + next.text }
    }
  }
  yield lines
}

function linesOf(rows: string[][]): Lines {
  const text = csvLines(rows)
  return { rows: rows.length, bytes: Buffer.byteLength(text), text }
}

/** A blank cell in a product's first row of a file would clear the stored value. */
function withProductCells(row: string[], first: string[]): string[] {
  const own = 1 + productColumns.length
  const metadata = canonicalColumnNames.length
  return [...first.slice(0, own), ...row.slice(own, metadata), ...first.slice(metadata)]
}

/** A row with the handle and the metadata of these keys; none if the product has no value for them. */
function metadataRows(product: Product, keys: string[]): string[][] {
  if (!keys.some((key) => Object.hasOwn(product.metadata, key))) return []
  return productToRows({ ...product, variants: [], images: [] }, keys).map(metadataOnly)
}

function metadataOnly([handle = '', ...cells]: string[]): string[] {
  return [handle, ...cells.slice(canonicalColumnNames.length - 1)]
}
