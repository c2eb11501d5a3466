import { handleColumn, shortened, skuColumn } from '@catalog/catalog'
import type { RowErrorCode } from '@catalog/catalog'
import { slug } from '@catalog/dialects'
import type { CanonicalRow, CanonicalTable, RowIssue } from '@catalog/dialects'
import { cellReader } from './keys.ts'

/** The handle that a row gets, or why it gets none. */
export interface FoundHandle {
  handle: string
  error?: RowIssue<RowErrorCode>
}

interface SkuRow {
  row: CanonicalRow
  /** The handle that was made for the product; `''` if none could be made. */
  made: string
  sku: string
}

/**
 * The handles of rows whose SKUs identify their products: that of the SKU's owner or, for a new SKU, the one made for
 * it. A handle that a stored product has is not used for a new product.
 */
export function productsOfSkus(
  table: CanonicalTable,
  owners: ReadonlyMap<string, { handle: string }>,
  stored: { has(handle: string): boolean },
): Map<CanonicalRow, FoundHandle> {
  const found = new Map<CanonicalRow, FoundHandle>()
  const rows = [...rowsOf(table, found)]
  const owned = new Map<string, Set<string>>()
  for (const { row, sku, made } of rows) {
    const owner = owners.get(sku)
    if (!owner) continue
    found.set(row, { handle: owner.handle })
    const same = owned.get(made)
    if (same) same.add(owner.handle)
    else owned.set(made, new Set([owner.handle]))
  }
  const claimed = new Set([...found.values()].map(({ handle }) => handle))
  const hasVariants = table.productsOfSkus === 'with_options'
  const assigned = new Map<string, string>()
  for (const { row, sku, made } of rows) {
    if (owners.has(sku)) continue
    const [only, ...others] = owned.get(made) ?? []
    if (made === '') found.set(row, { handle: '', error: withoutTitle(sku) })
    else if (hasVariants && only !== undefined && others.length === 0) found.set(row, { handle: only })
    else if (claimed.has(made) || (!hasVariants && stored.has(made))) {
      const other = assigned.get(made) ?? otherHandle(made, sku)
      if (hasVariants) assigned.set(made, other)
      found.set(row, { handle: other })
    }
  }
  return found
}

/** Handles that `productsOfSkus` may return besides those that were made. */
export function otherHandles(table: CanonicalTable, owners: ReadonlyMap<string, unknown>): string[] {
  if (!table.productsOfSkus) return []
  return [...rowsOf(table)].flatMap(({ made, sku }) =>
    made === '' || owners.has(sku) ? [] : [otherHandle(made, sku)],
  )
}

/** The handle of a new product with the name of a stored one. */
function otherHandle(made: string, sku: string): string {
  return slug(`${made} ${sku}`)
}

/** The rows with a SKU; for the others, sets in `found` why they have none. */
function* rowsOf(table: CanonicalTable, found?: Map<CanonicalRow, FoundHandle>): Generator<SkuRow> {
  const skus = cellReader(table, skuColumn)
  const handles = cellReader(table, handleColumn)
  const position = table.columns.indexOf(skuColumn.name)
  for (const row of table.rows) {
    if (row.skipped) continue
    const sku = skus.read(row.cells)
    if (sku !== undefined) yield { row, made: handles.read(row.cells) ?? '', sku }
    // If the SKU cannot be read, reading the cells reports why.
    else found?.set(row, row.cells[position]?.trim() ? { handle: '' } : { handle: '', error: withoutSku })
  }
}

const withoutSku: RowIssue<RowErrorCode> = {
  column: 'variant_sku',
  code: 'missing_value',
  value: null,
  parameters: { case: 'no_sku' },
}

function withoutTitle(sku: string): RowIssue<RowErrorCode> {
  return {
    column: 'title',
    code: 'missing_value',
    value: shortened(sku, 200),
    parameters: { case: 'new_sku' },
  }
}
