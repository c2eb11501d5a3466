import { handleColumn, shortened, skuColumn } from '@catalog/catalog'
import type { RowErrorCode } from '@catalog/catalog'
import type { CanonicalRow, CanonicalTable, MadeHandle, RowIssue } from '@catalog/dialects'
import { cellReader } from './keys.ts'
import { noOptionValue } from './stored-variants.ts'

/** By SKU, the product that owns it. */
export type SkuOwners = ReadonlyMap<string, { productId: string; handle: string }>

/** A product of a file that has no handles, or none for it. */
export interface NamedProduct {
  /** The handle that was made of its name; no other product of the file has it. */
  made: string
  from: MadeHandle | undefined
  rows: CanonicalRow[]
  skus: string[]
  /** Whether a row has a SKU, even if it cannot be read. */
  hasSku: boolean
  /** The option values of its variants: a list for each, empty without options. */
  variants: string[][]
  /** The handles of the stored products that have its SKUs. */
  owners: Set<string>
  /** What a stored product of its name is, if no SKU answers that. */
  sameName: 'same' | 'other' | 'unclear'
}

/** The handle that a row gets, or why it gets none. */
export interface FoundHandle {
  handle: string
  error?: RowIssue<RowErrorCode>
}

/** The products of the file whose handles were made of names, in file order. */
export function productsOfNames(table: CanonicalTable, owners: SkuOwners): NamedProduct[] {
  const products = new Map<string, NamedProduct>()
  for (const row of namedRows(table)) addRow(products, row, table, owners)
  return [...products.values()]
}

/**
 * The same of a file whose rows are identified by SKUs: `found` has the rows whose SKUs are stored, those whose product
 * has other rows with stored SKUs, and those that have no product; `products` are new ones.
 */
export function productsOfSkus(
  table: CanonicalTable,
  owners: SkuOwners,
): { products: NamedProduct[]; found: Map<CanonicalRow, FoundHandle> } {
  const found = new Map<CanonicalRow, FoundHandle>()
  const products = new Map<string, NamedProduct>()
  const owned = new Map<string, Set<string>>()
  for (const row of namedRows(table)) {
    const { made, sku } = row
    const owner = sku === undefined ? undefined : owners.get(sku)
    if (owner) {
      found.set(row.row, { handle: owner.handle })
      const same = owned.get(made)
      if (same) same.add(owner.handle)
      else owned.set(made, new Set([owner.handle]))
    } else if (sku === undefined) {
      // If the SKU cannot be read, reading the cells reports why.
      found.set(row.row, row.hasSku ? { handle: '' } : { handle: '', error: withoutSku })
    } else if (made === '') found.set(row.row, { handle: '', error: withoutTitle(sku) })
    else addRow(products, row, table, owners)
  }
  if (table.productsOfSkus === 'with_options') {
    for (const [made, { rows }] of products) {
      const [only, ...others] = owned.get(made) ?? []
      if (only === undefined || others.length > 0) continue
      for (const row of rows) found.set(row, { handle: only })
      products.delete(made)
    }
  }
  return { products: [...products.values()], found }
}

interface NamedRow {
  row: CanonicalRow
  /** `''` if none could be made. */
  made: string
  sku: string | undefined
  hasSku: boolean
  /** Undefined if the row describes no variant. */
  optionValues: string[] | undefined
}

/** The rows with a handle made of a name or, if SKUs identify products, all rows. */
export function* namedRows(table: CanonicalTable): Generator<NamedRow> {
  const made = table.handlesFromNames?.made
  if (made === undefined || (made.size === 0 && !table.productsOfSkus)) return
  const skus = cellReader(table, skuColumn)
  const handles = cellReader(table, handleColumn)
  const skuAt = table.columns.indexOf(skuColumn.name)
  const priceAt = table.columns.indexOf('variant_price')
  const options = ['option1_value', 'option2_value', 'option3_value']
    .map((name) => table.columns.indexOf(name))
    .filter((position) => position !== -1)
  for (const row of table.rows) {
    if (row.skipped || row.continues) continue
    const handle = handles.read(row.cells)
    if (!table.productsOfSkus && (handle === undefined || !made.has(handle))) continue
    const optionValues = options
      .map((position) => textAt(row, position))
      .filter((text) => text !== '' && text !== noOptionValue)
    const hasSku = textAt(row, skuAt) !== ''
    const isVariant = hasSku || optionValues.length > 0 || textAt(row, priceAt) !== ''
    yield {
      row,
      made: handle ?? '',
      sku: skus.read(row.cells),
      hasSku,
      optionValues: isVariant ? optionValues : undefined,
    }
  }
}

function textAt({ cells }: CanonicalRow, position: number): string {
  const cell = cells[position]
  return cell ? cell.trim() : ''
}

function addRow(
  products: Map<string, NamedProduct>,
  { row, made, sku, hasSku, optionValues }: NamedRow,
  { handlesFromNames, productsOfSkus: identity }: CanonicalTable,
  owners: SkuOwners,
): void {
  let product = products.get(made)
  if (!product) {
    const from = handlesFromNames?.made.get(made)
    const sameName =
      identity === 'one_each' ? 'other' : from === undefined || from.names.length === 0 ? 'same' : 'unclear'
    product = { made, from, rows: [], skus: [], hasSku: false, variants: [], owners: new Set(), sameName }
    products.set(made, product)
  }
  const owner = sku === undefined ? undefined : owners.get(sku)
  if (owner) product.owners.add(owner.handle)
  if (sku !== undefined) product.skus.push(sku)
  if (optionValues) product.variants.push(optionValues)
  product.hasSku ||= hasSku
  product.rows.push(row)
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
