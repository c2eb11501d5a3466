import { handleColumn, skuColumn, titleColumn } from '@catalog/catalog'
import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, CanonicalTable } from '../dialect.ts'
import { optionValueColumns } from '../named-cells.ts'
import { slug } from '../slug.ts'
import { productHandles } from '../product-handles.ts'

/**
 * The table with handles made of titles. Rows with the same title are variants of one product; if SKUs identify
 * products and no column has options, each SKU is a separate product.
 */
export function makeHandles(table: CanonicalTable, identity: 'title' | 'variant_sku'): CanonicalTable {
  const isBySku = identity === 'variant_sku'
  const cells = cellsOf(table)
  const products = new Map<string, MadeProduct>()
  const productOf = new Map<CanonicalRow, MadeProduct>()
  const hasOptions = table.columns.some((name) => name !== null && optionValueColumns.includes(name))
  for (const row of table.rows) {
    const { title, sku } = cells(row)
    if (title === '') continue
    const key = isBySku && !hasOptions ? JSON.stringify([title, sku]) : title
    let product = products.get(key)
    if (!product) products.set(key, (product = { row, sku, names: namesOf(title, sku) }))
    productOf.set(row, product)
  }
  const handles = productHandles([...products.values()].toSorted(bySku))
  const position = table.columns.indexOf(handleColumn.name)
  const at = position === -1 ? table.columns.length : position
  for (const row of table.rows) {
    const product = productOf.get(row)
    const made = product && handles.get(product)
    // Whether it needs a title is known only once its SKU was looked up in the catalog.
    if (made === undefined && !isBySku) refuse(row, product !== undefined)
    if (!row.cells[at]?.trim()) row.cells[at] = made ?? ''
  }
  const named: CanonicalTable = {
    ...table,
    columns: position === -1 ? [...table.columns, handleColumn.name] : table.columns,
    ...(isBySku ? { productsOfSkus: hasOptions ? 'with_options' : 'one_each' } : { handlesFromNames: 'all' }),
  }
  return position === -1 ? named : adjustHandles(named)
}

interface MadeProduct {
  row: CanonicalRow
  sku: string
  names: string[]
}

/** A SKU alone is not a name. */
function namesOf(title: string, sku: string): string[] {
  return slug(title) === '' ? [] : [title, `${title} ${sku}`]
}

/**
 * Among products with the same title, this order decides which gets the shorter handle; the file's order must not
 * matter.
 */
function bySku(a: MadeProduct, b: MadeProduct): number {
  return a.sku < b.sku ? -1 : a.sku > b.sku ? 1 : 0
}

function cellsOf({ columns }: CanonicalTable) {
  const titleAt = columns.indexOf(titleColumn.name)
  const skuAt = columns.indexOf(skuColumn.name)
  return ({ cells }: CanonicalRow) => ({ title: textAt(cells, titleAt), sku: textAt(cells, skuAt) })
}

function textAt(cells: string[], position: number): string {
  return (cells[position] ?? '').trim()
}

function refuse({ errors }: CanonicalRow, hasTitle: boolean): void {
  errors.push({
    column: titleColumn.name,
    code: 'missing_value',
    value: null,
    parameters: { case: hasTitle ? 'no_own_name' : 'unusable_name' },
  })
}
