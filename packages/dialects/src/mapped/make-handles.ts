import { handleColumn, skuColumn, titleColumn } from '@catalog/catalog'
import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, CanonicalTable, MadeHandle } from '../dialect.ts'
import { optionValueColumns } from '../named-cells.ts'
import { slug } from '../slug.ts'
import { namesWith, productHandles } from '../product-handles.ts'
import type { NamedProduct } from '../product-handles.ts'
import { issueOf } from '../row-issues.ts'

/**
 * The table with handles made of titles. Rows with the same title are variants of one product; if SKUs identify
 * products and no column has options, each SKU is a separate product.
 */
export function makeHandles(table: CanonicalTable, identity: 'title' | 'variant_sku'): CanonicalTable {
  const isBySku = identity === 'variant_sku'
  const cells = cellsOf(table)
  const products = new Map<string, NamedProduct>()
  const productOf = new Map<CanonicalRow, NamedProduct>()
  const hasOptions = table.columns.some((name) => name !== null && optionValueColumns.includes(name))
  for (const row of table.rows) {
    const { title, sku } = cells(row)
    if (title === '') continue
    const key = isBySku && !hasOptions ? JSON.stringify([title, sku]) : title
    let product = products.get(key)
    if (!product) products.set(key, (product = { row, sku, names: namesOf(title, sku) }))
    productOf.set(row, product)
  }
  const madeHandles = new Map<string, MadeHandle>()
  const handles = productHandles([...products.values()], { made: madeHandles })
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
    handlesFromNames: {
      made: madeHandles,
      hasSkus: table.columns.includes(skuColumn.name),
      namesTie: hasOptions,
    },
    ...(isBySku && { productsOfSkus: hasOptions ? 'with_options' : 'one_each' }),
  }
  return position === -1 ? named : adjustHandles(named)
}

/** A SKU alone is not a name. */
function namesOf(title: string, sku: string): string[] {
  return slug(title) === '' ? [] : namesWith(title, [sku])
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
  errors.push(
    issueOf(titleColumn.name, 'missing_value', null, { case: hasTitle ? 'no_own_name' : 'unusable_name' }),
  )
}
