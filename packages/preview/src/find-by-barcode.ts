import { barcodeColumn, brief, handleColumn, shortened } from '@catalog/catalog'
import type { RowErrorCode, StoredProduct, StoredVariant } from '@catalog/catalog'
import type { CanonicalTable, RowIssue } from '@catalog/dialects'
import { issue } from './file-row.ts'
import { cellReader } from './keys.ts'

const optionColumns = ['option1_value', 'option2_value', 'option3_value']

/** The barcodes by which rows are to be found, without zeros in front: a UPC is the EAN with a zero more. */
export function barcodesOf(table: CanonicalTable): string[] {
  if (!table.variantsOfBarcodes) return []
  return [...new Set(cellReader(table, barcodeColumn).values().map(barcodeKey))]
}

/**
 * The table with the handle, the options and the barcode of the stored variant that has the row's barcode. It is an
 * error if there is none or several. `stored` has all products with these barcodes.
 */
export function findByBarcode(table: CanonicalTable, stored: Iterable<StoredProduct>): CanonicalTable {
  if (!table.variantsOfBarcodes) return table
  const holders = holdersOf(stored)
  const barcodes = cellReader(table, barcodeColumn)
  const columns = [...table.columns]
  const positions = [handleColumn.name, barcodeColumn.name, ...optionColumns].map((name) => {
    const position = columns.indexOf(name)
    return position === -1 ? columns.push(name) - 1 : position
  })
  const [handleAt = 0, barcodeAt = 0, ...optionsAt] = positions
  const rows = table.rows.map((row) => {
    if (row.skipped || row.continues) return row
    const barcode = barcodes.read(row.cells)
    const [holder, ...others] = (barcode !== undefined && holders.get(barcodeKey(barcode))) || []
    if (!holder || others.length > 0) {
      // If the barcode cannot be read, reading the cell reports why.
      const isWrong = barcode === undefined && Boolean(row.cells[barcodeAt]?.trim())
      const errors = isWrong ? [] : [refusal(barcode, holder ? [holder, ...others] : [])]
      return { ...row, errors: [...row.errors, ...errors] }
    }
    const cells = columns.map((_, at) => row.cells[at] ?? '')
    cells[handleAt] = holder.handle
    cells[barcodeAt] = holder.variant.barcode
    holder.variant.optionValues.forEach((value, index) => {
      const at = optionsAt[index]
      if (at !== undefined && !cells[at]?.trim()) cells[at] = value
    })
    return { ...row, cells }
  })
  return { ...table, columns, rows }
}

interface Holder {
  handle: string
  variant: StoredVariant
}

export function holdersOf(stored: Iterable<StoredProduct>): ReadonlyMap<string, Holder[]> {
  const holders = new Map<string, Holder[]>()
  for (const { handle, variants } of stored) {
    for (const variant of variants) {
      if (variant.barcode === '') continue
      const key = barcodeKey(variant.barcode)
      const same = holders.get(key)
      if (same) same.push({ handle, variant })
      else holders.set(key, [{ handle, variant }])
    }
  }
  return holders
}

function barcodeKey(barcode: string): string {
  return barcode.replace(/^0+/, '')
}

function refusal(barcode: string | undefined, holders: Holder[]): RowIssue<RowErrorCode> {
  const names = holders
    .slice(0, 3)
    .map(({ handle, variant }) => brief([handle, ...variant.optionValues].join(' / ')))
  const more = holders.length - names.length
  return issue(
    barcodeColumn.name,
    'missing_value',
    barcode && shortened(barcode, 200),
    barcode === undefined
      ? { case: 'no_barcode' }
      : holders.length === 0
        ? { case: 'unknown_barcode' }
        : { case: 'shared_barcode', variants: names.join(', '), ...(more > 0 && { more }) },
  )
}
