import { guard, withCells } from '@catalog/catalog'
import type { ChosenColumns } from '@catalog/catalog'
import type { ProductPart } from './product-record.ts'

/** Characters after which a text is passed on. */
export const chunkLength = 256 * 1024

/**
 * Writes products' lines below `columns.header(metadataKeys)`, in chunks. A line costs what it contains: of many keys,
 * most of its cells are blank.
 */
export function chunkWriter(
  metadataKeys: string[],
  columns: ChosenColumns,
): (parts: ProductPart[]) => Generator<string> {
  const names = columns.header(metadataKeys).slice(columns.names.length)
  const places = new Map(names.map((name, index) => [name, index]))
  const placeOf = (key: string) => {
    const place = places.get(`metadata.${key}`)
    if (place === undefined) throw new Error('a product has metadata that its snapshot did not list')
    return place
  }
  const blank = ','.repeat(names.length)
  const blankEnd = `${blank}\r\n`

  const withMetadata = (before: string, metadata: Record<string, string>) => {
    const cells = Object.entries(metadata)
      .map(([key, value]): [place: number, value: string] => [placeOf(key), value])
      .sort(([one], [other]) => one - other)
    let text = before
    let last = -1
    for (const [place, value] of cells) {
      text = withCells(text + blank.slice(0, place - last), [guard(value)])
      last = place
    }
    return text + blankEnd.slice(last + 1)
  }

  return function* (parts) {
    let text = ''
    for (const { product, fromRow } of parts) {
      let isFirst = fromRow === 0
      for (const row of columns.rows(product, [], fromRow)) {
        text = withCells(text, row)
        text = isFirst && columns.hasMetadata ? withMetadata(text, product.metadata) : text + blankEnd
        isFirst = false
        if (text.length < chunkLength) continue
        yield text
        text = ''
      }
    }
    if (text !== '') yield text
  }
}
