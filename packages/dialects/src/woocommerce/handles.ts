import type { MadeHandle } from '../dialect.ts'
import { namesWith, productHandles } from '../product-handles.ts'
import type { NamedProduct } from '../product-handles.ts'
import { slug } from '../slug.ts'
import type { WooRow } from './rows.ts'
import { issueOf } from '../row-issues.ts'

/**
 * Gives each row the handle of its product: the slug of its name or, if an older product of the file has that, of its
 * name and SKU or ID. Returns the handles that were made.
 */
export function nameHandles(rows: WooRow[]): ReadonlyMap<string, MadeHandle> {
  const products = rows.filter(({ type }) => type !== 'variation').map(namedProduct)
  const taken = new Map<string, NamedProduct['row']>()
  const made = new Map<string, MadeHandle>()
  // Types that the catalog does not support come last.
  for (const isSupported of [true, false]) {
    const all = products.filter(({ product }) => (product.type !== undefined) === isSupported)
    const handles = productHandles(all, { taken, made, system: 'woocommerce' })
    for (const [{ product }, handle] of handles) product.handle = handle
  }
  for (const { product } of products) {
    if (product.handle === undefined) refuse(product, taken.has(slug(product.name)))
  }
  for (const row of rows) if (row.parent) inherit(row, row.parent)
  return made
}

function namedProduct(product: WooRow): NamedProduct & { product: WooRow } {
  const { name, sku, id } = product
  return { product, row: product, names: name === '' ? [] : namesWith(name, [sku, id]), sku, id }
}

function refuse(product: WooRow, isTaken: boolean): void {
  const isRepeated = product.name !== '' && isTaken
  product.errors.push(
    issueOf('handle', 'missing_value', null, { case: isRepeated ? 'repeated_name' : 'unusable_name' }),
  )
}

function inherit(variation: WooRow, parent: WooRow): void {
  variation.handle = parent.handle
  if (parent.handle !== undefined) return
  variation.errors.push(issueOf(null, 'product_invalid', null, { case: 'rows', rows: String(parent.row) }))
}
