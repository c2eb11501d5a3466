import {
  type CellFormat,
  type CellSource,
  type Column,
  handleColumn,
  imageColumns,
  type ImageFields,
  metadataFormat,
  metadataKey,
  productColumns,
  type ProductFields,
  readCell,
  type RowErrorCode,
  type RowWarningCode,
  shortened,
  skuColumn,
  variantColumns,
  type VariantFields,
} from '@catalog/catalog'
import type { CanonicalRow, CanonicalTable, RowIssue } from '../dialects/dialect.ts'
import { decimalMarkOf } from './decimal-mark.ts'
import type { GroupRow } from './group.ts'

/** A data row with its cells read. A field that is not there is blank, or its column absent (`Columns` tells which). */
export interface ParsedRow {
  row: number
  /** Undefined where it is missing or not a handle: the row then belongs to no product. */
  handle: string | undefined
  product: Partial<ProductFields>
  metadata: Map<string, string>
  variant: Partial<VariantFields>
  image: Partial<ImageFields>
  /** Whether it describes a variant, or an image (csv-format.md §3.3). */
  isVariant: boolean
  isImage: boolean
  /** Errors that concern this row alone. */
  errors: RowIssue<RowErrorCode>[]
  /** Errors that concern every row of the product. */
  productErrors: RowIssue<RowErrorCode>[]
  warnings: RowIssue<RowWarningCode>[]
  /** What the row says of handle and SKU, however wrong, to show it. */
  shown: { handle: string | null; sku: string | null }
}

/** The columns that a file has. */
export interface Columns {
  product: Set<keyof ProductFields>
  metadata: string[]
  variant: Set<keyof VariantFields>
  image: Set<keyof ImageFields>
}

export interface ParsedTable {
  columns: Columns
  rows: GroupRow[]
  usesDecimalComma: boolean
}

export function parseRows(table: CanonicalTable): ParsedTable {
  const decimalMark = decimalMarkOf(table)
  const source: CellSource = { decimalMark, guarded: table.canonical }
  const readers = table.columns.map(readerOf)
  return {
    columns: columnsOf(table),
    rows: table.rows.map((row) => parseRow(row, readers, source)),
    usesDecimalComma: decimalMark === ',',
  }
}

/** Longest description that a spreadsheet cell holds, in UTF-16 units. */
const spreadsheetCellLength = 32_767

function parseRow(
  { row, cells, errors, warnings }: CanonicalRow,
  readers: CellReader[],
  source: CellSource,
): GroupRow {
  const parsed: GroupRow = {
    row,
    handle: undefined,
    product: {},
    metadata: new Map(),
    variant: {},
    image: {},
    isVariant: false,
    isImage: false,
    errors: [...errors],
    productErrors: [],
    warnings: [...warnings],
    shown: { handle: null, sku: null },
    changes: [],
    entities: new Set(),
    adds: false,
    storedSku: undefined,
  }
  const count = Math.min(cells.length, readers.length)
  for (let index = 0; index < count; index++) {
    const cell = cells[index]
    if (cell) readers[index]?.(cell, parsed, source)
  }
  if (parsed.handle === undefined && parsed.shown.handle === null) {
    parsed.errors.push({
      column: 'handle',
      code: 'missing_value',
      message: 'The row has no handle. Write the handle of the product that it belongs to.',
      value: null,
    })
  }
  warn(parsed)
  return parsed
}

/** Puts what a cell says into the row. */
type CellReader = ((cell: string, row: ParsedRow, source: CellSource) => void) | null

function readerOf(name: string | null): CellReader {
  if (name === null) return null
  if (name === handleColumn.name) return handleReader()
  const key = metadataKey(name)
  if (key !== undefined) return metadataReader(name, key)
  return (
    fieldReader(name, productColumns, (row) => row.product) ??
    fieldReader(name, variantColumns, (row) => row.variant) ??
    fieldReader(name, imageColumns, (row) => row.image)
  )
}

/** Rows of a product mostly stand together: the handle of the row before is not read again. */
function handleReader(): CellReader {
  let before: { cell: string; handle: string } | undefined
  return (cell, row, source) => {
    if (cell === before?.cell) {
      row.handle = before.handle
      row.shown.handle = before.handle
      return
    }
    row.shown.handle = shortened(cell.trim(), 255) || null
    const handle = read('handle', handleColumn.format, cell, source, row.errors)
    if (handle === undefined) return
    before = { cell, handle }
    row.handle = handle
    row.shown.handle = handle
  }
}

function metadataReader(name: string, key: string): CellReader {
  return (cell, row, source) => {
    const value = read(name, metadataFormat, cell, source, row.productErrors)
    if (value !== undefined) row.metadata.set(key, value)
  }
}

function fieldReader<Fields>(
  name: string,
  columns: Column<Fields>[],
  fieldsOf: (row: ParsedRow) => Partial<Fields>,
): CellReader {
  const column = columns.find((candidate) => candidate.name === name)
  if (!column) return null
  const { field, format } = column
  const isProduct = productColumns.some((candidate) => candidate.name === name)
  const isVariant = variantColumns.some(
    (candidate) => candidate.name === name && candidate.field !== 'imageUrl',
  )
  return (cell, row, source) => {
    if (cell.trim() === '') return
    if (isVariant) row.isVariant = true
    if (name === 'image_url') row.isImage = true
    if (name === skuColumn.name) row.shown.sku = shortened(cell.trim(), 255)
    const value = read(name, format, cell, source, isProduct ? row.productErrors : row.errors)
    if (value === undefined) return
    set(fieldsOf(row), field, value)
    if (name === skuColumn.name) row.shown.sku = String(value)
  }
}

function set<Fields>(fields: Partial<Fields>, field: keyof Fields, value: Fields[keyof Fields]): void {
  fields[field] = value
}

/** Of one row; more help nobody. */
const maxErrors = 100

/** The value; undefined where the cell is blank, or wrong, which is then told in `errors`. */
function read<Value>(
  name: string,
  format: CellFormat<Value>,
  cell: string,
  source: CellSource,
  errors: RowIssue<RowErrorCode>[],
): NonNullable<Value> | undefined {
  const reading = readCell(format, cell, source)
  if (reading?.problem) {
    if (errors.length < maxErrors) {
      errors.push({ column: name, ...reading.problem, value: shortened(cell, 200) })
    }
    return undefined
  }
  return reading?.value ?? undefined
}

function warn(row: ParsedRow): void {
  if ((row.product.descriptionHtml?.length ?? 0) > spreadsheetCellLength) {
    row.warnings.push({
      column: 'description_html',
      code: 'long_description',
      message: `The description is longer than the ${spreadsheetCellLength.toLocaleString('en')} characters of a spreadsheet cell. Do not save this file from a spreadsheet: it would cut the text.`,
      value: null,
    })
  }
  if (!row.isImage) {
    for (const { name, field } of imageColumns) {
      const value = row.image[field]
      if (value === undefined) continue
      row.warnings.push({
        column: name,
        code: 'ignored_value',
        message: `${name} was ignored: the row has no image_url that it could belong to.`,
        value: shortened(String(value), 200),
      })
    }
  }
  if (!row.isVariant && row.variant.imageUrl) {
    row.warnings.push({
      column: 'variant_image_url',
      code: 'ignored_value',
      message: 'variant_image_url was ignored: the row has no variant that it could belong to.',
      value: shortened(row.variant.imageUrl, 200),
    })
  }
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
