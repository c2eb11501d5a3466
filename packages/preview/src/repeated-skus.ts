import type { ParametersOf, StoredVariant } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import { fail, issue, rowParameters } from './file-row.ts'
import type { FileRow, RowPart } from './file-row.ts'
import { Repeats } from './repeats.ts'
import type { CatalogSlice } from './types.ts'

/** In canonical files, a SKU in several rows fails each of them (csv-format.md §3). */
export function refuseRepeatedSkus(rows: FileRow[]): void {
  for (const [sku, parts] of repeatedSkus(rows)) {
    const same = parts.map(({ row }) => row)
    const parameters = { case: 'rows', ...rowParameters(same) } as const
    for (const row of new Set(same)) {
      fail(row, 'variant_sku', 'duplicate_sku', sku, parameters)
    }
  }
}

/**
 * Other systems allow a SKU twice: a variant is imported without a SKU that another product of the catalog or another
 * variant of the file has (csv-format.md §9). The SKU stays with the variant that has it in the catalog, otherwise with
 * the first one in the file.
 */
export function leaveOutTakenSkus(rows: FileRow[], { products, skuOwners }: CatalogSlice): void {
  const productOf = ({ row }: RowPart) => products.get(row.handle ?? '')
  for (const row of rows) {
    for (const part of row.parts) {
      const owner = skuOwners.get(part.variant.sku ?? '')
      if (!owner || owner.productId === productOf(part)?.productId) continue
      leaveOut(part, { case: 'product', handle: owner.handle })
    }
  }
  const repeated = [...repeatedSkus(rows)]
  const stored = repeated.length > 0 ? variantsBySku(products) : undefined
  for (const [sku, parts] of repeated) {
    const variant = stored?.get(sku)
    const holder = (variant && parts.find((part) => hasValuesOf(part, variant))) ?? parts[0]
    for (const part of parts) {
      if (part === holder || !holder) continue
      const { number } = holder.row
      leaveOut(part, { case: 'row', row: number })
    }
  }
}

function variantsBySku(products: CatalogSlice['products']): Map<string, StoredVariant> {
  const bySku = new Map<string, StoredVariant>()
  for (const { variants } of products.values())
    for (const variant of variants) bySku.set(variant.sku, variant)
  return bySku
}

function repeatedSkus(rows: FileRow[]): Iterable<[string, RowPart[]]> {
  const bySku = new Repeats<string, RowPart>()
  for (const row of rows) {
    for (const part of row.parts) if (part.variant.sku !== undefined) bySku.add(part.variant.sku, part)
  }
  return bySku.lists()
}

function hasValuesOf({ variant }: RowPart, { optionValues }: StoredVariant): boolean {
  const values = [variant.option1Value, variant.option2Value, variant.option3Value]
  return optionValues.every((value, index) => value === values[index])
}

function leaveOut({ row, variant }: RowPart, parameters: ParametersOf<'sku_left_out'>): void {
  const { sku } = variant
  if (sku === undefined) return
  variant.sku = undefined
  addIssue(row.warnings, issue('variant_sku', 'sku_left_out', sku, parameters))
}
