import type { ChosenColumns } from '@catalog/catalog'
import type { ProductPart } from './product-record.ts'

/** Characters after which a text is passed on. */
export const chunkLength = 256 * 1024

/** A cell behind the columns that are not metadata, with its place from 0. */
export type MetadataCell = [place: number, value: string]

/**
 * The text with a row behind it.
 * @param cells those of the columns that are not metadata, as in a canonical CSV
 * @param metadata those that are not blank, by their places, without the formula guard
 */
export type AddRow = (text: string, cells: string[], metadata: MetadataCell[]) => string

/**
 * Writes products' rows below `columns.header(metadataKeys)`, in chunks. A row costs what it contains: of many keys, most
 * of its cells are blank.
 */
export function chunkWriter(
  metadataKeys: string[],
  columns: ChosenColumns,
  addRow: AddRow,
): (parts: ProductPart[]) => Generator<string> {
  const names = columns.header(metadataKeys).slice(columns.names.length)
  const places = new Map(names.map((name, index) => [name, index]))
  const placeOf = (key: string) => {
    const place = places.get(`metadata.${key}`)
    if (place === undefined) throw new Error('a product has metadata that its snapshot did not list')
    return place
  }
  const cellsOf = (metadata: Record<string, string>) =>
    Object.entries(metadata)
      .map(([key, value]): MetadataCell => [placeOf(key), value])
      .sort(([one], [other]) => one - other)

  return function* (parts) {
    let text = ''
    for (const { product, fromRow } of parts) {
      let metadata = fromRow === 0 && columns.hasMetadata ? cellsOf(product.metadata) : none
      for (const row of columns.rows(product, [], fromRow)) {
        text = addRow(text, row, metadata)
        metadata = none
        if (text.length < chunkLength) continue
        yield text
        text = ''
      }
    }
    if (text !== '') yield text
  }
}

const none: MetadataCell[] = []
