import { handleColumn, readCell, skuColumn, spellingsOf, titleColumn } from '@catalog/catalog'
import type { CellFormat } from '@catalog/catalog'
import type { CanonicalTable } from '@catalog/dialects'

/** The handles in a file: the products to load for its preview. */
export function handlesOf(table: CanonicalTable): string[] {
  return [...new Set(cellReader(table, handleColumn).values())]
}

/** The SKUs in a file, each in all its spellings, whose owners are loaded for its preview. */
export function skusOf(table: CanonicalTable): string[] {
  return [...new Set(cellReader(table, skuColumn).values().flatMap(spellingsOf))]
}

/** The owners by SKU, with those of the file's SKUs that the catalog spells otherwise. */
export function ownersInFile<Owner>(owners: Map<string, Owner>, table: CanonicalTable): Map<string, Owner> {
  const all = new Map(owners)
  if (all.size === 0) return all
  for (const sku of skusOf(table)) {
    const owner = owners.get(sku) ?? bySpelling(owners, sku)
    if (owner !== undefined) all.set(sku, owner)
  }
  return all
}

/** What a map has for one of the spellings of a key. */
export function bySpelling<Value>(map: ReadonlyMap<string, Value>, key: string): Value | undefined {
  for (const spelling of spellingsOf(key)) if (map.has(spelling)) return map.get(spelling)
  return undefined
}

/** The titles of products that are not in `stored` (by handle), whose owners are loaded for the preview. */
export function titlesOf(table: CanonicalTable, stored: { has(handle: string): boolean }): string[] {
  const titles = new Set<string>()
  const handles = cellReader(table, handleColumn)
  const names = cellReader(table, titleColumn)
  for (const { cells, skipped } of table.rows) {
    const title = skipped ? undefined : names.read(cells)
    if (title === undefined) continue
    const handle = handles.read(cells)
    if (handle === undefined || stored.has(handle)) continue
    for (const spelling of spellingsOf(title)) titles.add(spelling)
  }
  return [...titles]
}

/** Leading zeros that a spreadsheet may have removed, at most. */
const maxZeros = 6

/**
 * For handles that are not in `stored` (by handle): what they may have been before a spreadsheet removed leading zeros.
 */
export function paddedHandles(handles: Iterable<string>, stored: { has(handle: string): boolean }): string[] {
  return [...handles].flatMap((handle) => (stored.has(handle) ? [] : withZeros(handle)))
}

/** `7` with one to six leading zeros; empty if the handle is not a number. */
export function withZeros(handle: string): string[] {
  if (!/^(?:0|[1-9]\d*)$/.test(handle)) return []
  return Array.from({ length: maxZeros }, (_, index) => '0'.repeat(index + 1) + handle)
}

/** A reader for the cells of a column; undefined for a blank or invalid cell. */
export function cellReader<Value>(
  table: CanonicalTable,
  { name, format }: { name: string; format: CellFormat<Value> },
) {
  const position = table.columns.indexOf(name)
  const source = { decimalMark: '.', guarded: table.canonical } as const
  // Rows of a product are mostly adjacent and repeat its cells.
  let last: { cell: string; value: Value | undefined } | undefined
  const read = (cells: string[]): Value | undefined => {
    const cell = cells[position]
    if (!cell) return undefined
    if (last?.cell !== cell) last = { cell, value: readCell(format, cell, source)?.value }
    return last.value
  }
  return { read, values: () => valuesOf(table, read) }
}

/**
 * V8 makes a map for every closure that is a generator function, in its old generation, from where it would keep the
 * file's cells alive until the next full collection.
 */
function* valuesOf<Value>(
  { rows }: CanonicalTable,
  read: (cells: string[]) => Value | undefined,
): Generator<Value> {
  for (const { cells, skipped } of rows) {
    const value = skipped ? undefined : read(cells)
    if (value !== undefined) yield value
  }
}
