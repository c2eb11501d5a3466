import {
  handleColumn,
  isAmbiguousNumber,
  imageColumns,
  metadataFormat,
  metadataKey,
  productColumns,
  productDefaults,
  shortened,
  skuColumn,
  variantColumns,
  variantDefaults,
} from '@catalog/catalog'
import type { Column, ImageFields, ProductFields, VariantFields } from '@catalog/catalog'
import { addIssue, numberStyleOf } from '@catalog/dialects'
import type { CanonicalRow, CanonicalTable, NumberStyle } from '@catalog/dialects'
import { blank, columnReader, wrong } from './column-reader.ts'
import type { ColumnSource } from './column-reader.ts'
import { fail, isShift, isShifted, issue } from './file-row.ts'
import type { Cells, FileRow, RowPart } from './file-row.ts'
import { StoredTexts } from './stored-texts.ts'
import { warnOfCells } from './warn-of-cells.ts'

/** The columns that a file has. */
export interface Columns {
  product: Set<keyof ProductFields>
  metadata: string[]
  variant: Set<keyof VariantFields>
  image: Set<keyof ImageFields>
}

export interface ParsedTable {
  columns: Columns
  /** One for each row of the file, in order. */
  rows: FileRow[]
  style: NumberStyle
}

/** Reads the cells of all rows; all parts of a file row become one `FileRow`. */
export function parseRows(
  table: CanonicalTable,
  stored = new StoredTexts({ products: new Map(), skuOwners: new Map() }),
): ParsedTable {
  const style = numberStyleOf(table)
  const readers = table.columns.map((name) => {
    const read = readerOf(name, { decimalMark: style.markOf(name ?? ''), guarded: table.canonical, stored })
    const bare = style.bareOf(name ?? '')
    if (read && bare) return (cell: string, part: RowPart) => read(bare(cell), part)
    const foreign = table.canonical ? undefined : foreignReaders[name ?? '']
    if (read && foreign)
      return (cell: string, part: RowPart) => read(foreign(cell, part, style.markOf(name ?? '')), part)
    return read
  })
  const keyPositions = {
    handle: table.columns.indexOf(handleColumn.name),
    sku: table.columns.indexOf(skuColumn.name),
  }
  const shifted = new Set(
    table.rows.flatMap(({ row: number, errors }) => (errors.some(isShift) ? [number] : [])),
  )
  const rows: FileRow[] = []
  let row: FileRow | undefined
  for (const canonical of inOrder(table.rows)) {
    if (row?.number !== canonical.row) {
      row = emptyRow(canonical.row)
      rows.push(row)
    }
    if (canonical.skipped) skip(row, canonical, keyPositions)
    else if (shifted.has(canonical.row)) parseShifted(row, canonical, readers, keyPositions.handle)
    else parsePart(row, canonical, readers)
  }
  for (const each of rows) if (each.parts.length > 0) refuseWithoutHandle(each, table)
  return { columns: columnsOf(table), rows, style }
}

/** Ordered by row number: what a dialect has gathered from several rows is reported at each of them. */
function inOrder(rows: CanonicalRow[]): CanonicalRow[] {
  const isOrdered = rows.every(({ row }, index) => row >= (rows[index - 1]?.row ?? 0))
  return isOrdered ? rows : rows.toSorted((a, b) => a.row - b.row)
}

function emptyRow(number: number): FileRow {
  return {
    number,
    handle: undefined,
    parts: [],
    shown: { handle: null, sku: null },
    errors: [],
    productErrors: [],
    warnings: [],
    inStock: undefined,
    changes: [],
    variants: [],
    images: new Set(),
    entities: [],
    adds: false,
    isLeftOut: false,
    storedSku: undefined,
  }
}

/** A row without anything to import is shown with its warnings, and never fails. */
function skip(
  { warnings, shown }: FileRow,
  canonical: CanonicalRow,
  positions: { handle: number; sku: number },
): void {
  warnings.push(...canonical.warnings)
  shown.handle ??= shownKey(canonical.cells[positions.handle] ?? '') || null
  shown.sku ??= shownKey(canonical.cells[positions.sku] ?? '') || null
}

/** Codes of cells that no longer have what somebody wrote into them. */
const unbelievable = new Set(['broken_text', 'unexpected_date', 'formula_error'])

function parsePart(
  row: FileRow,
  { cells, errors, warnings, inStock }: CanonicalRow,
  readers: PartReader[],
): void {
  row.inStock ??= inStock
  if (warnings.length > 0) row.warnings.push(...warnings)
  const part = emptyPart(row)
  row.parts.push(part)
  const count = Math.min(cells.length, readers.length)
  for (let index = 0; index < count; index++) {
    const cell = cells[index]
    if (cell) readers[index]?.(cell, part)
  }
  for (const error of errors) {
    // The value that the product would get from the row may be that cell.
    const isOfProduct = unbelievable.has(error.code) && (part.product ?? part.metadata) !== undefined
    ;(isOfProduct ? row.productErrors : row.errors).push(error)
  }
  warnOfCells(part)
}

/**
 * The row's cells may belong to other columns: nothing is used except the handle, whose product fails, and what a
 * dialect reports about the cells is ignored (csv-format.md §1).
 */
function parseShifted(
  row: FileRow,
  { cells, errors }: CanonicalRow,
  readers: PartReader[],
  handlePosition: number,
): void {
  row.productErrors.push(...errors.filter(isShift))
  const part = emptyPart(row)
  row.parts.push(part)
  const cell = cells[handlePosition]
  if (cell) readers[handlePosition]?.(cell, part)
  row.errors = []
  row.warnings = []
}

function emptyPart(row: FileRow): RowPart {
  return {
    row,
    product: undefined,
    metadata: undefined,
    variant: { ...noVariantCells },
    image: { url: undefined, position: undefined, alt: undefined },
    isVariant: false,
    isImage: false,
  }
}

/** Copied for each part, so that all parts have the same fields. */
const noVariantCells: Cells<VariantFields> = { ...variantDefaults }
for (const { field } of variantColumns) noVariantCells[field] = undefined
const noProductCells: Cells<ProductFields> = { ...productDefaults }
for (const { field } of productColumns) noProductCells[field] = undefined

function refuseWithoutHandle(row: FileRow, { canonical }: CanonicalTable): void {
  if (row.handle !== undefined || row.shown.handle !== null || isShifted(row)) return
  // In other formats merchants write no handles: the dialect has reported why it could not make one.
  if (!canonical && row.errors.length > 0) return
  const { sku } = row.shown
  if (canonical && sku !== null) {
    fail(row, 'handle', 'missing_value', sku, { case: 'unknown_sku' })
    return
  }
  fail(row, 'handle', 'missing_value', null, { case: 'handle' })
}

/** Tags as other systems separate them (not by what ends `&amp;`); one with an escaped comma is left out, since ours can hold none. */
function foreignTags(cell: string, { row }: RowPart): string {
  if (!cell.includes(',')) return cell.replaceAll(/;(?<!&#?\w{1,10};)|\|/g, ',')
  if (!cell.includes(String.raw`\,`)) return cell
  const tags = cell.split(/(?<!\\),/)
  for (const tag of tags) {
    if (!tag.includes(',')) continue
    const value = shortened(tag.replaceAll(String.raw`\,`, ',').trim(), 200)
    const parameters = { case: 'tag_with_comma' } as const
    addIssue(row.warnings, issue('tags', 'ignored_value', value, parameters))
  }
  return tags.filter((tag) => !tag.includes(',')).join()
}

/** The whole pieces of a stock, so that nothing is sold that is not there. */
function wholePieces(cell: string, { row }: RowPart, mark: ColumnSource['decimalMark']): string {
  if (!cell.includes('.') && !cell.includes(',')) return cell
  const [, whole, parts = ''] = /^(-?\d{1,10})[.,](\d{1,20})$/.exec(cell.trim()) ?? []
  const isOther = mark === 'unclear' ? isAmbiguousNumber(cell.trim()) : !cell.includes(mark)
  if (whole === undefined || isOther || /^0*$/.test(parts)) return cell
  const rounded = String(Number(whole) - (whole.startsWith('-') ? 1 : 0))
  const parameters = { case: 'pieces', rounded } as const
  const column = 'variant_inventory_quantity'
  addIssue(row.warnings, issue(column, 'rounded_number', cell.trim(), parameters))
  return rounded
}

/** By column, how the cells of other systems become ours. */
const foreignReaders: Record<
  string,
  (cell: string, part: RowPart, mark: ColumnSource['decimalMark']) => string
> = {
  tags: foreignTags,
  variant_inventory_quantity: wholePieces,
}

/** Adds a cell's value to the part of the row. */
type PartReader = ((cell: string, part: RowPart) => void) | null

function readerOf(name: string | null, source: ColumnSource): PartReader {
  if (name === null) return null
  if (name === handleColumn.name) return handleReader(source)
  const key = metadataKey(name)
  if (key !== undefined) return metadataReader(name, key, source)
  const product = productColumns.find((column) => column.name === name)
  if (product) return productReader(product, source)
  const variant = variantColumns.find((column) => column.name === name)
  if (variant) return variantReader(variant, source)
  const image = imageColumns.find((column) => column.name === name)
  return image ? imageReader(image, source) : null
}

function handleReader(source: ColumnSource): PartReader {
  const read = columnReader(handleColumn, source)
  return (cell, { row }) => {
    const handle = read(cell, row, row.errors)
    if (handle === blank) return
    if (handle === wrong) {
      row.shown.handle ??= shownKey(cell)
      return
    }
    if (row.handle !== undefined && row.handle !== handle) {
      throw new Error('the parts of a row belong to several products')
    }
    row.handle = handle
    row.shown.handle = handle
  }
}

function metadataReader(name: string, key: string, source: ColumnSource): PartReader {
  const read = columnReader({ name, format: metadataFormat }, source)
  return (cell, part) => {
    const value = read(cell, part.row, part.row.productErrors)
    if (value === blank || value === wrong) return
    part.metadata ??= new Map()
    part.metadata.set(key, value)
  }
}

function productReader(column: Column<ProductFields>, source: ColumnSource): PartReader {
  const read = columnReader(column, source)
  return (cell, part) => {
    const value = read(cell, part.row, part.row.productErrors)
    if (value === blank || value === wrong) return
    part.product ??= { ...noProductCells }
    set(part.product, column.field, value)
  }
}

function variantReader(column: Column<VariantFields>, source: ColumnSource): PartReader {
  const read = columnReader(column, source)
  const isSku = column.name === skuColumn.name
  // An image alone does not make a row a variant's.
  const names = column.field !== 'imageUrl'
  return (cell, part) => {
    const { row } = part
    const value = read(cell, row, row.errors)
    if (value === blank) return
    if (names) part.isVariant = true
    if (isSku) row.shown.sku ??= value === wrong ? shownKey(cell) : String(value)
    if (value !== wrong) set(part.variant, column.field, value)
  }
}

function imageReader(column: Column<ImageFields>, source: ColumnSource): PartReader {
  const read = columnReader(column, source)
  return (cell, part) => {
    const value = read(cell, part.row, part.row.errors)
    if (value === blank) return
    if (column.field === 'url') part.isImage = true
    if (value !== wrong) set(part.image, column.field, value)
  }
}

function set<Fields>(fields: Cells<Fields>, field: keyof Fields, value: Fields[keyof Fields]): void {
  fields[field] = value
}

function shownKey(cell: string): string {
  return shortened(cell.trim(), 255)
}

function columnsOf(table: CanonicalTable): Columns {
  const names = new Set(table.columns)
  const fields = <Fields>(columns: Column<Fields>[]) =>
    new Set(columns.filter((column) => names.has(column.name)).map((column) => column.field))
  return {
    product: fields(productColumns),
    metadata: [...names].flatMap((name) => (name === null ? [] : (metadataKey(name) ?? []))).sort(),
    variant: fields(variantColumns),
    image: fields(imageColumns),
  }
}
