import { normalizeHandle } from '@catalog/catalog'
import { isHandle, warnOfHandle } from '../adjust-handles.ts'
import type { MadeHandle } from '../dialect.ts'
import { namesWith, productHandles } from '../product-handles.ts'
import type { NamedProduct } from '../product-handles.ts'
import { slug } from '../slug.ts'
import type { MagentoRow } from './rows.ts'
import { issueOf } from '../row-issues.ts'

/**
 * Gives each product the handle made of its `url_key`, otherwise of its name or, if another product of the file has
 * that, of its name and SKU. Variants get their product's handle; their own `url_key` is ignored. Returns the handles
 * that were made of names.
 */
export function nameHandles(rows: MagentoRow[]): ReadonlyMap<string, MadeHandle> {
  const products = rows.filter(({ type, variantOf }) => type !== 'view' && !variantOf)
  // Types that the catalog does not support must not take a handle from supported ones.
  const supported = products.filter(({ type }) => type !== undefined)
  const unsupported = products.filter(({ type }) => type === undefined)
  const taken = new Map<string, NamedProduct['row']>()
  for (const product of supported) {
    product.handle = urlHandle(product)
    if (product.handle !== '' && !taken.has(product.handle)) taken.set(product.handle, product.record)
  }
  const made = new Map<string, MadeHandle>()
  for (const all of [supported, unsupported]) {
    const named = all.filter(({ handle }) => handle === '').map(namedProduct)
    const handles = productHandles(named, { taken, made })
    for (const each of named) {
      each.product.handle = handles.get(each) ?? ''
      if (each.product.handle === '') refuse(each)
    }
  }
  for (const row of rows) if (row.variantOf) row.handle = row.variantOf.product.handle
  return made
}

/** Makes a handle of a key that is not a valid URL segment, as Magento does. */
function urlHandle({ cell, record }: MagentoRow): string {
  const key = normalizeHandle(cell('url_key'))
  if (isHandle(key)) return key
  const handle = slug(key)
  if (handle !== '') warnOfHandle(record, key, handle)
  return handle
}

interface MagentoProduct extends NamedProduct {
  product: MagentoRow
}

function namedProduct(product: MagentoRow): MagentoProduct {
  const { cell, sku, record } = product
  const name = cell('name')
  const text = slug(name) === '' ? cell('url_key') : name
  return { product, row: record, names: slug(text) === '' ? [] : namesWith(text, [sku]), sku }
}

function refuse({ product, names }: MagentoProduct): void {
  product.record.errors.push(
    issueOf('handle', 'missing_value', null, { case: names.length > 0 ? 'repeated_name' : 'unusable_name' }),
  )
}
