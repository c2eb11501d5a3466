import { maxPageBytes } from '@catalog/contracts'
import type { DraftRow, RowKind } from '@catalog/contracts'
import type { ProductList } from '@catalog/preview'
import { compressHere, decompress } from './compression.ts'

/** Preview rows of one kind as they are stored: a line of JSON each, compressed together; or all products. */
export interface RowBlock extends BlockPlace {
  rows: Buffer
}

export interface BlockPlace {
  kind: RowKind | 'products'
  /** Numbers of its first and last row; blocks of other kinds may have rows in between. */
  firstRow: number
  lastRow: number
}

/**
 * UTF-16 units of JSON in a block, some two hundred rows: a page of one kind reads little more than it shows, and
 * blocks compress well.
 */
const blockLength = 256 * 1024

/** Groups rows into blocks by kind, in the order of the file. Takes tens of milliseconds for a large file. */
export function toBlocks(rows: Iterable<DraftRow>): RowBlock[] {
  const open = new Map<RowKind, { lines: string[]; length: number; firstRow: number; lastRow: number }>()
  const blocks: RowBlock[] = []
  const close = (kind: RowKind) => {
    const block = open.get(kind)
    open.delete(kind)
    if (!block) return
    const { lines, firstRow, lastRow } = block
    blocks.push({ kind, firstRow, lastRow, rows: compressHere(Buffer.from(lines.join('\n'))) })
  }
  for (const row of rows) {
    const line = JSON.stringify(row)
    const block = open.get(row.kind) ?? { lines: [], length: 0, firstRow: row.row, lastRow: row.row }
    open.set(row.kind, block)
    block.lines.push(line)
    block.length += line.length
    block.lastRow = row.row
    if (block.length >= blockLength) close(row.kind)
  }
  for (const kind of open.keys()) close(kind)
  return blocks
}

/** Before the first row, so that no query for rows finds it. */
export const productsPlace: BlockPlace = { kind: 'products', firstRow: 0, lastRow: 0 }

export function toProductsBlock(products: ProductList): RowBlock {
  return { ...productsPlace, rows: compressHere(Buffer.from(JSON.stringify(products))) }
}

export async function readProductsBlock(rows: Buffer): Promise<ProductList> {
  return JSON.parse((await decompress(rows)).toString())
}

export interface RowRange {
  /** Only rows with greater numbers. */
  after: number
  /** At least one row more than a page shows. */
  limit: number
  /** Only rows of these products, of all without it. */
  handles?: string[] | undefined
}

/**
 * The first rows of blocks, which must be ordered by their first row: `limit` rows, or at least one more than fits into
 * a page's bytes. Reads no more blocks than necessary.
 */
export async function firstRows(
  places: BlockPlace[],
  read: (place: BlockPlace) => Promise<Buffer>,
  { after, limit, handles = [] }: RowRange,
): Promise<DraftRow[]> {
  const isWanted = ofHandles(handles)
  const found: { row: DraftRow; bytes: number }[] = []
  for (const [index, place] of places.entries()) {
    const text = (await decompress(await read(place))).toString()
    for (const line of text.split('\n')) {
      if (!isWanted(line)) continue
      const row: DraftRow = JSON.parse(line)
      if (row.row > after) found.push({ row, bytes: Buffer.byteLength(line) })
    }
    found.sort((one, other) => one.row.row - other.row.row)
    const nextRow = places[index + 1]?.firstRow ?? Infinity
    const certain = found.findIndex(({ row }) => row.row >= nextRow)
    const rows = certain === -1 ? found : found.slice(0, certain)
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
    if (rows.length >= limit || (bytes > maxPageBytes && rows.length > 1)) {
      return rows.slice(0, limit).map(({ row }) => row)
    }
  }
  return found.slice(0, limit).map(({ row }) => row)
}

/** Whether a line is a row of one of the handles, which is the first in it: without parsing the others. */
function ofHandles(handles: string[]): (line: string) => boolean {
  if (handles.length === 0) return () => true
  const starts = handles.map((handle) => `"handle":${JSON.stringify(handle)},`)
  return (line) => {
    const at = line.indexOf('"handle":')
    return starts.some((start) => line.startsWith(start, at))
  }
}
