import { guard, handleColumn, shortened, skuColumn } from '@catalog/catalog'
import { slug } from '@catalog/dialects'
import type { CanonicalRow, CanonicalTable } from '@catalog/dialects'
import { cellReader, skusOf } from './keys.ts'
import { productsOfSkus } from './products-of-skus.ts'
import type { FoundHandle } from './products-of-skus.ts'

/** By SKU, the product that owns it. */
type SkuOwners = ReadonlyMap<string, { productId: string; handle: string }>

/** The SKUs by which rows may find their stored products: SKUs of rows without a handle, or with one made of a name. */
export function identifyingSkus(table: CanonicalTable): string[] {
  if (table.productsOfSkus) return skusOf(table)
  const skus = new Set<string>()
  for (const { sku } of rowsBySku(table)) if (sku !== undefined) skus.add(sku)
  return [...skus]
}

/**
 * The table with the handles of products that rows identify by a SKU of the catalog (csv-format.md §4). In canonical
 * files, for rows without a handle; in other formats, instead of a handle made of the product's name, so that a renamed
 * product is updated and not added a second time. `stored` has the loaded handles of the catalog.
 */
export function findBySku(
  table: CanonicalTable,
  owners: SkuOwners,
  stored: { has(handle: string): boolean } = new Set<string>(),
): CanonicalTable {
  const found = table.productsOfSkus
    ? productsOfSkus(table, owners, stored)
    : table.canonical
      ? ofRows(table, owners)
      : ofNames(table, owners)
  if (found.size === 0) return table
  const named = table.columns.indexOf(handleColumn.name)
  const position = named === -1 ? table.columns.length : named
  return {
    ...table,
    columns: named === -1 ? [...table.columns, handleColumn.name] : table.columns,
    rows: table.rows.map((row) => {
      const result = found.get(row)
      if (result === undefined) return row
      const errors = result.error ? [...row.errors, result.error] : row.errors
      const cells = Array.from(
        { length: Math.max(row.cells.length, position + 1) },
        (_, at) => row.cells[at] ?? '',
      )
      cells[position] = table.canonical ? guard(result.handle) : result.handle
      return { ...row, cells, errors }
    }),
  }
}

type Found = Map<CanonicalRow, FoundHandle>

function ofRows(table: CanonicalTable, owners: SkuOwners): Found {
  const found: Found = new Map()
  for (const { row, sku } of rowsBySku(table)) {
    const owner = sku === undefined ? undefined : owners.get(sku)
    if (owner) found.set(row, { handle: owner.handle })
  }
  return found
}

interface NamedProduct {
  rows: CanonicalRow[]
  skus: string[]
  /** The handles of the stored products that have its SKUs. */
  stored: Set<string>
}

function ofNames(table: CanonicalTable, owners: SkuOwners): Found {
  const products = new Map<string, NamedProduct>()
  for (const { row, handle, sku } of rowsBySku(table)) {
    if (handle === undefined) continue
    let product = products.get(handle)
    if (!product) products.set(handle, (product = { rows: [], skus: [], stored: new Set() }))
    product.rows.push(row)
    const owner = sku === undefined ? undefined : owners.get(sku)
    if (sku !== undefined) product.skus.push(sku)
    if (owner) product.stored.add(owner.handle)
  }
  const claims = claimsOf(products)
  const isClaimed = new Set(claims.values())
  const found: Found = new Map()
  for (const [handle, { rows, skus }] of products) {
    const stored = claims.get(handle)
    const result =
      stored === undefined && isClaimed.has(handle)
        ? otherHandle(handle, skus, products)
        : stored && { handle: stored }
    if (!result || result.handle === handle) continue
    for (const row of rows) found.set(row, result)
  }
  return found
}

/**
 * By product of the file, the stored handle that its SKUs identify, if all of them agree and no other product has a
 * better claim.
 */
function claimsOf(products: Map<string, NamedProduct>): Map<string, string> {
  const claimants = new Map<string, string>()
  for (const [handle, { stored }] of products) {
    const [only] = stored
    if (only === undefined || stored.size > 1) continue
    // If several products claim a handle, the one that still has the name gets it.
    if (!claimants.has(only) || handle === only) claimants.set(only, handle)
  }
  return new Map([...claimants].map(([stored, handle]) => [handle, stored]))
}

/** The handle of a new product with the former name of another one. */
function otherHandle(handle: string, skus: string[], taken: Map<string, NamedProduct>) {
  const other = skus
    .map((sku) => slug(`${handle} ${sku}`))
    .find((candidate) => candidate !== handle && !taken.has(candidate))
  if (other !== undefined) return { handle: other }
  return {
    handle: '',
    error: {
      column: 'handle',
      code: 'missing_value' as const,
      value: shortened(handle, 200),
      parameters: { case: 'repeated_name' },
    },
  }
}

function* rowsBySku(
  table: CanonicalTable,
): Generator<{ row: CanonicalRow; handle: string | undefined; sku: string | undefined }> {
  const { canonical, handlesFromNames: named } = table
  if (!canonical && !named?.made.size) return
  const skus = cellReader(table, skuColumn)
  const handles = cellReader(table, handleColumn)
  const position = table.columns.indexOf(handleColumn.name)
  for (const row of table.rows) {
    if (row.skipped) continue
    if (canonical) {
      if (!row.cells[position]?.trim()) yield { row, handle: undefined, sku: skus.read(row.cells) }
      continue
    }
    const handle = handles.read(row.cells)
    if (handle === undefined || !named?.made.has(handle)) continue
    yield { row, handle, sku: skus.read(row.cells) }
  }
}
