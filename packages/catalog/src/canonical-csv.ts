import type { CellFormat, DecimalMark, Reading } from './cell-format.ts'
import { guard, unguard } from './formula-guard.ts'
import { boolean, integer, money, weight } from './number-cells.ts'
import type { Image, Product, Variant } from './product.ts'
import {
  codeText,
  compareCodePoints,
  handleText,
  imageUrl,
  optional,
  statusWord,
  tagList,
  text,
  verbatimText,
} from './text-cells.ts'

/**
 * A column of the canonical CSV (csv-format.md §2): how its cells are read and written, and whether a blank cell clears
 * the stored value. A new product or variant with a blank cell gets the defaults below.
 */
export interface Column<Fields, Field extends keyof Fields = keyof Fields> {
  name: string
  field: Field
  format: CellFormat<Fields[Field]>
  clearable: boolean
}

/** The product's cells of a row; unused option names are `''`. */
export interface ProductFields extends Pick<
  Product,
  'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags' | 'status' | 'seoTitle' | 'seoDescription'
> {
  option1Name: string
  option2Name: string
  option3Name: string
}

export interface VariantFields extends Omit<Variant, 'optionValues'> {
  option1Value: string
  option2Value: string
  option3Value: string
}

export interface ImageFields extends Image {
  /** From 1. */
  position: number
}

export const handleColumn: { name: string; format: CellFormat<string> } = {
  name: 'handle',
  format: handleText,
}

export const titleColumn: { name: string; format: CellFormat<string> } = {
  name: 'title',
  format: text(255),
}

/** In the order of exports, between `handle` and the variant's columns. */
export const productColumns: Column<ProductFields>[] = [
  { ...titleColumn, field: 'title', clearable: false },
  {
    name: 'description_html',
    field: 'descriptionHtml',
    format: verbatimText(65_536),
    clearable: true,
  },
  { name: 'vendor', field: 'vendor', format: text(255), clearable: true },
  { name: 'product_type', field: 'productType', format: text(255), clearable: true },
  { name: 'tags', field: 'tags', format: tagList, clearable: true },
  { name: 'status', field: 'status', format: statusWord, clearable: false },
  { name: 'seo_title', field: 'seoTitle', format: text(255), clearable: true },
  { name: 'seo_description', field: 'seoDescription', format: text(1_000), clearable: true },
  { name: 'option1_name', field: 'option1Name', format: text(255), clearable: true },
  { name: 'option2_name', field: 'option2Name', format: text(255), clearable: true },
  { name: 'option3_name', field: 'option3Name', format: text(255), clearable: true },
]

/** A new product's fields; `title` must be given. */
export const productDefaults: ProductFields = {
  title: '',
  descriptionHtml: '',
  vendor: '',
  productType: '',
  tags: [],
  status: 'draft',
  seoTitle: '',
  seoDescription: '',
  option1Name: '',
  option2Name: '',
  option3Name: '',
}

const int32 = 2 ** 31

export const skuColumn: { name: string; format: CellFormat<string> } = {
  name: 'variant_sku',
  format: codeText(255),
}

export const variantColumns: Column<VariantFields>[] = [
  { name: 'option1_value', field: 'option1Value', format: text(255), clearable: false },
  { name: 'option2_value', field: 'option2Value', format: text(255), clearable: false },
  { name: 'option3_value', field: 'option3Value', format: text(255), clearable: false },
  { ...skuColumn, field: 'sku', clearable: true },
  { name: 'variant_barcode', field: 'barcode', format: codeText(64), clearable: true },
  { name: 'variant_price', field: 'price', format: money, clearable: false },
  {
    name: 'variant_compare_at_price',
    field: 'compareAtPrice',
    format: optional(money),
    clearable: true,
  },
  {
    name: 'variant_inventory_quantity',
    field: 'inventoryQuantity',
    format: optional(integer(-int32, int32 - 1)),
    clearable: true,
  },
  {
    name: 'variant_weight_grams',
    field: 'weightGrams',
    format: optional(weight),
    clearable: true,
  },
  {
    name: 'variant_requires_shipping',
    field: 'requiresShipping',
    format: boolean,
    clearable: false,
  },
  { name: 'variant_taxable', field: 'taxable', format: boolean, clearable: false },
  {
    name: 'variant_image_url',
    field: 'imageUrl',
    format: optional(imageUrl),
    clearable: true,
  },
]

/** A new variant's fields; `price` must be given. */
export const variantDefaults: VariantFields = {
  option1Value: '',
  option2Value: '',
  option3Value: '',
  sku: '',
  barcode: '',
  price: '',
  compareAtPrice: null,
  inventoryQuantity: null,
  weightGrams: null,
  requiresShipping: true,
  taxable: true,
  imageUrl: null,
}

export const imageColumns: Column<ImageFields>[] = [
  { name: 'image_url', field: 'url', format: imageUrl, clearable: false },
  { name: 'image_position', field: 'position', format: integer(1, int32 - 1), clearable: false },
  { name: 'image_alt', field: 'alt', format: text(512), clearable: true },
]

/** Format of the cells of `metadata.<key>`. */
export const metadataFormat: CellFormat<string> = verbatimText(2_000)

/** The key in the name of a column `metadata.<key>`, given in lower case; undefined for other columns. */
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
}

/** Most cells: ASCII without surrounding white space or an apostrophe, so that they need no reading. */
const usualCell = /^[!-&(-~](?:[ -&(-~]*[!-&(-~])?$/
const usualLength = 200

/** The value of a cell; undefined if the cell is blank. */
export function readCell<Value>(
  format: CellFormat<Value>,
  cell: string,
  { decimalMark, guarded }: CellSource,
): Reading<Value> | undefined {
  if (cell.length <= usualLength && usualCell.test(cell)) return format.read(cell, decimalMark)
  let content = cell.includes('\r') ? cell.replaceAll(/\r\n?/g, '\n') : cell
  if (format.kind !== 'verbatim') content = content.trim()
  if (guarded && format.kind !== 'number') content = unguard(content)
  const trimmed = content.trim()
  if (trimmed === '') return undefined
  return format.read(format.kind === 'verbatim' ? content : trimmed, decimalMark)
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
    addCells(row, variantColumns, variant && variantFields(variant))
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
  const { optionValues } = variant
  return {
    option1Value: optionValues[0] ?? '',
    option2Value: optionValues[1] ?? '',
    option3Value: optionValues[2] ?? '',
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    inventoryQuantity: variant.inventoryQuantity,
    weightGrams: variant.weightGrams,
    requiresShipping: variant.requiresShipping,
    taxable: variant.taxable,
    imageUrl: variant.imageUrl,
  }
}

function addCells<Fields>(row: string[], columns: Column<Fields>[], fields: Fields | undefined): void {
  for (const column of columns) {
    const cell = fields ? plainCell(column, fields) : ''
    row.push(column.format.kind === 'number' ? cell : guard(cell))
  }
}

function sortedKeys(keys: Iterable<string>): string[] {
  return [...new Set(keys)].sort(compareCodePoints)
}
