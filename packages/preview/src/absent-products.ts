import { guard, handleColumn, readCell, titleColumn } from '@catalog/catalog'
import type { CanonicalTable } from '@catalog/dialects'
import { barcodesOf, holdersOf } from './find-by-barcode.ts'
import type { Group } from './group.ts'
import { cellReader, skusOf } from './keys.ts'
import type { CatalogSlice } from './types.ts'

/**
 * The handles of all products that the file has anything about: also of rows that fail or are left out, and of the stored
 * products that have a SKU of it. Rather one too many: the others are proposed to be archived (design.md §10).
 */
export function namedHandles(table: CanonicalTable, catalog: CatalogSlice, groups: Group[]): string[] {
  const named = new Set<string>()
  const placed = new Set<number>()
  for (const { handle, padded, rows } of groups) {
    named.add(handle)
    if (padded !== undefined) named.add(padded)
    for (const { number } of rows) placed.add(number)
  }
  const handles = cellReader(table, handleColumn)
  const source = { decimalMark: '.', guarded: table.canonical } as const
  for (const { row, cells, named: text } of table.rows) {
    if (placed.has(row)) continue
    const handle =
      text === undefined ? handles.read(cells) : readCell(handleColumn.format, text, source)?.value
    if (handle !== undefined) named.add(handle)
  }
  for (const sku of [...skusOf(table), ...(table.outside?.skus ?? [])]) {
    const owner = catalog.skuOwners.get(sku)
    if (owner) named.add(owner.handle)
  }
  const barcodes = barcodesOf(table)
  const holders = barcodes.length > 0 ? holdersOf(catalog.products.values()) : undefined
  for (const barcode of barcodes) for (const { handle } of holders?.get(barcode) ?? []) named.add(handle)
  return [...named]
}

export const absentHeader = [handleColumn.name, titleColumn.name, 'status']

/** The line of a product that the file does not name: imported, it archives the product. */
export function absentLine({ handle, title }: { handle: string; title: string }): string[] {
  return [guard(handle), guard(title), 'archived']
}
