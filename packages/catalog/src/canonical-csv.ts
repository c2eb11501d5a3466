import type { CellFormat, DecimalMark, Reading } from './cell-format.ts'
import {
  handleColumn,
  imageColumns,
  optionValueColumns,
  ownVariantColumns,
  productColumns,
  variantColumns,
} from './columns.ts'
import type { Column, ProductFields, VariantFields } from './columns.ts'
import { guard, unguard } from './formula-guard.ts'
import type { TextKind } from './invisible.ts'
import type { Product, Variant } from './product.ts'
import { compareCodePoints, verbatimText } from './text-cells.ts'

/** Format of the cells of `metadata.<key>`. */
export const metadataFormat: CellFormat<string> = verbatimText(2_000)

/** The key in the name of a column `metadata.<key>`, in lower case; undefined for other columns. */
export function metadataKey(columnName: string): string | undefined {
  return /^metadata\.([a-z0-9_-]{1,64})$/.exec(columnName)?.[1]
}

/** Every canonical column except metadata, in the order of exports. */
export const canonicalColumnNames: readonly string[] = [
  handleColumn.name,
  ...productColumns.map((column) => column.name),
  ...variantColumns.map((column) => column.name),
  ...imageColumns.map((column) => column.name),
]

export interface CellSource {
  decimalMark: DecimalMark
  /** Whether texts carry the formula guard, as they do in canonical files. */
  guarded: boolean
  /** The text as it is read, without the guard; `cleanText` where the catalog does not matter. */
  clean?: (text: string, kind: TextKind) => string
}

/** Most cells: ASCII without surrounding white space or an apostrophe, so that they need no reading. */
const usualCell = /^[!-&(-~](?:[ -&(-~]*[!-&(-~])?$/
const usualLength = 200

/** The value of a cell; undefined if the cell is blank. */
export function readCell<Value>(
  format: CellFormat<Value>,
  cell: string,
  { decimalMark, guarded, clean }: CellSource,
): Reading<Value> | undefined {
  if (cell.length <= usualLength && usualCell.test(cell)) return format.read(cell, decimalMark)
  let content = cell.includes('\r') ? cell.replaceAll(/\r\n?/g, '\n') : cell
  if (format.kind !== 'verbatim') content = content.trim()
  if (guarded && format.kind !== 'number') content = unguard(content)
  if (format.kind !== 'verbatim') content = content.trim()
  if (clean) content = clean(content, format.kind)
  return content.trim() === '' ? undefined : format.read(content, decimalMark)
}

/** A field's cell without the guard, as previews show it. */
export function plainCell<Fields>(column: Column<Fields>, fields: Fields): string {
  return column.format.write(fields[column.field])
}

/** The header of an export that has metadata of these keys. */
export function canonicalHeader(metadataKeys: Iterable<string>): string[] {
  return [...canonicalColumnNames, ...sortedKeys(metadataKeys).map((key) => `metadata.${key}`)]
}

/**
 * A product's rows in an export: the first carries the product's cells, variant 1 and image 1; then the further
 * variants and images side by side (csv-format.md §8). Cells are in the order of `canonicalHeader(metadataKeys)`.
 * @param fromRow for a product in parts: how many rows earlier parts have
 */
export function productToRows(product: Product, metadataKeys: Iterable<string>, fromRow = 0): string[][] {
  const keys = sortedKeys(metadataKeys)
  const handle = guard(product.handle)
  const count = Math.max(fromRow === 0 ? 1 : 0, product.variants.length, product.images.length)
  return Array.from({ length: count }, (_, index) => {
    const variant = product.variants[index]
    const image = product.images[index]
    const isFirst = fromRow + index === 0
    // One array for the row instead of one for each part of it, which took a third of the time.
    const row = [handle]
    addCells(row, productColumns, isFirst ? productFields(product) : undefined)
    if (variant) addVariant(row, variant)
    else addCells(row, variantColumns, undefined)
    addCells(row, imageColumns, image && { ...image, position: fromRow + index + 1 })
    for (const key of keys) {
      row.push(isFirst && Object.hasOwn(product.metadata, key) ? guard(product.metadata[key] ?? '') : '')
    }
    return row
  })
}

export function productFields(product: Product): ProductFields {
  const [option1Name = '', option2Name = '', option3Name = ''] = product.optionNames
  return { ...product, option1Name, option2Name, option3Name }
}

export function variantFields(variant: Variant): VariantFields {
  const [option1Value = '', option2Value = '', option3Value = ''] = variant.optionValues
  return { ...variant, option1Value, option2Value, option3Value }
}

/** Without an object of its own that has the options as fields, which took a quarter of the time of a row. */
function addVariant(row: string[], variant: Variant): void {
  for (const index of optionValueColumns.keys()) row.push(guard(variant.optionValues[index] ?? ''))
  addCells(row, ownVariantColumns, variant)
}

function addCells<Fields>(row: string[], columns: Column<Fields>[], fields: Fields | undefined): void {
  for (const column of columns) {
    if (fields === undefined) row.push('')
    else {
      const cell = plainCell(column, fields)
      row.push(column.format.kind === 'number' ? cell : guard(cell))
    }
  }
}

function sortedKeys(keys: Iterable<string>): string[] {
  return [...new Set(keys)].sort(compareCodePoints)
}
