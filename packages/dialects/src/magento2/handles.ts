import { normalizeHandle } from '@catalog/catalog'
import { slug } from '../slug.ts'
import { isHandle, warnOfHandle } from '../adjust-handles.ts'
import type { MagentoRow } from './rows.ts'

/**
 * Gives each product the handle made of its `url_key`, otherwise of its name or, if an earlier product of the file has
 * that, of its name and SKU. Variants get their product's handle; their own `url_key` is ignored. Returns the handles
 * that were made of names.
 */
export function nameHandles(rows: MagentoRow[]): Set<string> {
  const products = rows.filter(({ type, variantOf }) => type !== 'view' && !variantOf)
  // Types that the catalog does not support must not take a handle from supported ones.
  const supported = products.filter(({ type }) => type !== undefined)
  const unsupported = products.filter(({ type }) => type === undefined)
  const taken = new Map<string, MagentoRow>()
  for (const product of supported) {
    product.handle = urlHandle(product)
    if (product.handle !== '' && !taken.has(product.handle)) taken.set(product.handle, product)
  }
  const unnamed = [...supported, ...unsupported].filter(({ handle }) => handle === '')
  for (const product of unnamed) nameHandle(product, taken)
  for (const row of rows) if (row.variantOf) row.handle = row.variantOf.product.handle
  return new Set(unnamed.map(({ handle }) => handle))
}

/** Makes a handle of a key that is not a valid URL segment, as Magento does. */
function urlHandle({ cell, record }: MagentoRow): string {
  const key = normalizeHandle(cell('url_key'))
  if (isHandle(key)) return key
  const handle = slug(key)
  if (handle !== '') warnOfHandle(record, key, handle)
  return handle
}

function nameHandle(product: MagentoRow, taken: Map<string, MagentoRow>): void {
  const { cell, sku, record } = product
  const name = cell('name')
  const text = slug(name) === '' ? cell('url_key') : name
  const isNamed = slug(text) !== ''
  const candidates = isNamed ? [slug(text), slug(sku) === '' ? '' : slug(`${text} ${sku}`)] : []
  for (const handle of candidates.filter((candidate) => candidate !== '')) {
    const owner = taken.get(handle)
    if (!owner) {
      product.handle = handle
      taken.set(handle, product)
      return
    }
    // In a report without that row, this one would be taken for that product.
    record.needs = [...(record.needs ?? []), owner.record.row]
  }
  record.errors.push({
    column: 'handle',
    code: 'missing_value',
    value: null,
    parameters: { case: isNamed ? 'repeated_name' : 'unusable_name' },
  })
}
