import {
  amountOf,
  handleColumn,
  imageColumns,
  numberColumns,
  productColumns,
  readCell,
  skuColumn,
  variantColumns,
} from '@catalog/catalog'
import type { CellFormat, RowErrorCode, RowWarningCode, StoredProduct } from '@catalog/catalog'
import { canonical, inGrams, slug, statusOf, truthOf, unitOf } from '@catalog/dialects'
import type { CanonicalTable, NumberStyle, RowIssue } from '@catalog/dialects'
import type { FileRow } from './file-row.ts'
import type { Group } from './group.ts'
import { isSameDay } from './warn-of-rewriting.ts'

/** Where a wrong cell is, and what else decides what was meant. */
interface Place {
  row: FileRow
  /** The canonical column; the file's own of a problem that was found before its columns were read. */
  column: string
  /** The column's name in the file. */
  header: string
  style: NumberStyle
  /** By handle, the products that valid rows of the file are about, as the catalog has them. */
  products: ReadonlyMap<string, StoredProduct | undefined>
}

/**
 * By code, how a cell's right value follows from the wrong one; undefined where it is not certain. What no table can
 * know is left to the merchant: `1,299` alone, prices in several currencies, a number that was cut.
 */
const repairs: Partial<Record<RowErrorCode, (cell: string, place: Place) => string | undefined>> = {
  invalid_number: repairedNumber,
  invalid_integer: repairedNumber,
  ambiguous_number: repairedNumber,
  invalid_boolean(cell) {
    const isTrue = truthOf(cell)
    return isTrue === undefined ? undefined : isTrue ? 'TRUE' : 'FALSE'
  },
  invalid_status: statusOf,
  // A handle that nothing has would be a new product, and no repair.
  invalid_handle(cell, { products }) {
    const handle = slug(cell)
    return products.has(handle) ? handle : undefined
  },
  invalid_url: (cell) => (/^www\.[^\s/]+\.[^\s]+$/i.test(cell) ? `https://${cell}` : undefined),
  scientific_notation: storedCode,
  unexpected_date: storedSize,
}

/** Of longer values a row shows only the beginning. */
const longestValue = 200

/** Adds to a row's problems the right value of its cells, where that is certain, and the cell's column in the file. */
export function repairsOf({
  table,
  style,
  groups,
}: {
  table: CanonicalTable
  style: NumberStyle
  groups: Group[]
}): (row: FileRow) => void {
  const products = new Map(groups.map(({ handle, existing }) => [handle, existing]))
  const find = (row: FileRow, problem: RowIssue<string>) =>
    table.file ? table.file.columnOf(row.number, problem) : (problem.column ?? undefined)

  const repair = (row: FileRow, error: RowIssue<RowErrorCode>): RowIssue<RowErrorCode> => {
    const { code, column, value } = error
    const header = find(row, error)
    if (column === null || header === undefined) return error
    const named = header === column ? error : { ...error, file_column: header }
    if (value === null || value.length > longestValue) return named
    const suggestion = repairs[code]?.(value.trim(), { row, column, header, style, products })
    return suggestion !== undefined && isReadable(suggestion, column, style)
      ? { ...named, suggestion }
      : named
  }
  const locate = (row: FileRow, warning: RowIssue<RowWarningCode>): RowIssue<RowWarningCode> => {
    if (warning.suggestion === undefined) return warning
    const header = find(row, warning)
    const { suggestion: _, ...unplaced } = warning
    if (header === undefined) return unplaced
    return header === warning.column ? warning : { ...warning, file_column: header }
  }
  return (row) => {
    if (row.errors.length > 0) row.errors = row.errors.map((error) => repair(row, error))
    if (row.warnings.length > 0) row.warnings = row.warnings.map((warning) => locate(row, warning))
  }
}

const formats = new Map<string, CellFormat<unknown>>()
for (const { name, format } of [handleColumn, ...productColumns, ...variantColumns, ...imageColumns])
  formats.set(name, { ...format, write: String })

/** Whether the column reads it without a problem; true of a column that only the file has. */
function isReadable(cell: string, column: string, style: NumberStyle): boolean {
  const format = formats.get(column)
  if (!format) return true
  const bare = style.bareOf(column)?.(cell) ?? cell
  const reading = readCell(format, bare, { decimalMark: style.markOf(column), guarded: false })
  return reading !== undefined && !reading.problem && !reading.warning
}

const wholeColumns = new Set(['variant_inventory_quantity', 'image_position'])

/** Without what a price, a weight or a quantity cannot have, and with the file's decimal mark. */
function repairedNumber(cell: string, { column, header, style }: Place): string | undefined {
  if (!numberColumns.has(column)) return undefined
  const text = cell
    .replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/^(["“])(.*)["”]$/, '$2')
    .replace(/^['’+]\s*(?=[\d.,])/, '')
    .replace(/(?<=\d)[.,]$/, '')
  const isWeight = column === 'variant_weight_grams'
  const [, bare = text, unit = ''] = (isWeight && /^([\d.,'’\s]*\d)\s*(kg|g|\p{L}{2,})\.?$/u.exec(text)) || []
  const amount = amountOf(bare)
  if (!amount || (amount.currency !== '' && (style.hasCurrencies || !column.endsWith('price'))))
    return undefined
  const isWhole = wholeColumns.has(column)
  const number = partsOf(amount.text, isWhole, style)
  if (!number) return undefined
  const decimal = unit === '' ? number : inUnitOf(header, number, unit)
  if (!decimal || (isWhole && /[1-9]/.test(decimal.fraction))) return undefined
  const { sign, whole, fraction } = decimal
  if (isWhole || fraction === '') return `${sign}${whole}`
  // A clear number would decide what other numbers of the column mean.
  return style.markOf(column) === 'unclear'
    ? undefined
    : `${sign}${whole}${style.usesComma ? ',' : '.'}${fraction}`
}

interface NumberParts {
  sign: string
  whole: string
  fraction: string
}

const single = /^(-?)(\d*)(?:([.,])(\d+))?$/
/** Thousands and decimals by two marks, or several thousands. */
const grouped = /^(-?)(\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*)(?:(?!\3)[.,](\d+))?$/

/** Undefined if a mark could be that of decimals and that of thousands, in this number or in others of the file. */
function partsOf(text: string, isWhole: boolean, style: NumberStyle): NumberParts | undefined {
  const [, sign = '', digits, mark = '', decimals = ''] = single.exec(text) ?? grouped.exec(text) ?? []
  if (digits === undefined || text === mark) return undefined
  const isGrouped = /\d[.,]/.test(digits)
  const whole = digits.replaceAll(/[.,]/g, '')
  const mayBeThousands = !isGrouped && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  if (!mayBeThousands)
    return style.isProven || decimals === '' || !text.includes(',')
      ? { sign, whole, fraction: decimals }
      : undefined
  const isOfThousands = style.isProven
    ? mark !== (style.usesComma ? ',' : '.')
    : isWhole && decimals !== '000'
  return isOfThousands ? { sign, whole: whole + decimals, fraction: '' } : undefined
}

/** A weight in the unit of its column. Of other units than grams and kilograms, one word may mean several. */
function inUnitOf(
  header: string,
  { sign, whole, fraction }: NumberParts,
  unit: string,
): NumberParts | undefined {
  const [ofCell, ofColumn] = [unitOf(unit), unitOf(header)]
  if (ofCell === undefined || ofColumn === undefined) return undefined
  if (ofCell === ofColumn) return { sign, whole, fraction }
  if (ofColumn !== 'g' || ofCell !== 'kg') return undefined
  const [grams = '', decimals = ''] = inGrams(`${whole || '0'}.${fraction || '0'}`, ofCell).split('.')
  return { sign, whole: grams, fraction: decimals }
}

/** The code of the row's product that a spreadsheet shows so: `1.23457E+12` of 1234567890128. */
function storedCode(cell: string, { row, column, products }: Place): string | undefined {
  const field = column === skuColumn.name ? 'sku' : 'barcode'
  const variants = products.get(row.handle ?? '')?.variants ?? []
  const own = field === 'barcode' ? variants.filter(({ sku }) => sku !== '' && sku === row.shown.sku) : []
  const [, decimals = ''] = /^\d(?:[.,](\d+))?e/i.exec(cell) ?? []
  const short = cell.toLowerCase().replace(',', '.').replace(/\+0+/, '+')
  const isShown = (code: string) =>
    /^\d+$/.test(code) && Number(code).toExponential(decimals.length) === short
  return onlyOne((own.length > 0 ? own : variants).map((variant) => variant[field]).filter(isShown))
}

const optionValueName = /(?:^|_)option_?[a-z\d]{1,5}_?value$/

/** The option value of the row's product that a spreadsheet made this date of. */
function storedSize(cell: string, { row, column, products }: Place): string | undefined {
  if (!optionValueName.test(canonical.normalize(column))) return undefined
  const variants = products.get(row.handle ?? '')?.variants ?? []
  const values = variants.flatMap(({ optionValues }) => optionValues)
  return onlyOne(values.filter((value) => isSameDay(value, cell)))
}

function onlyOne(values: string[]): string | undefined {
  const [one, another] = new Set(values)
  return another === undefined ? one : undefined
}
