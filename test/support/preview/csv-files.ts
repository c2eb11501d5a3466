import { canonicalHeader, productToRows, writeCsv } from '@catalog/catalog'
import type { Product } from '@catalog/catalog'
import type { CellEdit } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { readFile } from '@catalog/reading'
import type { ImportFile } from '@catalog/reading'

/** Reads a file as an upload at `now`, with an optional mapping of its columns and edits of its cells. */
export async function fileOf(
  content: string | Buffer,
  now?: Date,
  choice?: ColumnChoice,
  edits?: readonly CellEdit[],
): Promise<ImportFile> {
  return readFile(Buffer.from(content), now, choice, edits)
}

/** The export of these products. */
export function exportOf(products: Product[]): string {
  const keys = new Set(products.flatMap(({ metadata }) => Object.keys(metadata)))
  return writeCsv([canonicalHeader(keys), ...products.flatMap((product) => productToRows(product, keys))])
}
