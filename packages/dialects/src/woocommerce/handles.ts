import { slug } from '../slug.ts'
import type { WooRow } from './rows.ts'

/**
 * Gives each row the handle of its product: the slug of its name or, if an older product of the file has that, of its
 * name and SKU or ID.
 */
export function nameHandles(rows: WooRow[]): void {
  const products = rows.filter(({ type }) => type !== 'variation').sort(byAge)
  const taken = new Map<string, WooRow>()
  const take = (product: WooRow, candidates: string[]) => {
    for (const handle of candidates.map(slug).filter((candidate) => candidate !== '')) {
      const owner = taken.get(handle)
      if (!owner) {
        product.handle = handle
        taken.set(handle, product)
        return
      }
      // In a report without that row, this one would be taken for that product.
      product.needs.push(owner.row)
    }
  }
  const named = products.filter(({ name }) => name !== '')
  for (const product of named) take(product, [product.name])
  for (const product of named) if (product.handle === undefined) take(product, longerNames(product))

  for (const product of products) {
    if (product.handle === undefined) refuse(product, taken.has(slug(product.name)))
  }
  for (const row of rows) if (row.parent) inherit(row, row.parent)
}

/** Types that the catalog does not support come last; then by age, so that an additional product changes no handle. */
function byAge(a: WooRow, b: WooRow): number {
  return Number(a.type === undefined) - Number(b.type === undefined) || age(a) - age(b) || a.row - b.row
}

function age({ id }: WooRow): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : Number.MAX_SAFE_INTEGER
}

function longerNames({ name, sku, id }: WooRow): string[] {
  return [sku, id].filter((suffix) => slug(suffix) !== '').map((suffix) => `${name} ${suffix}`)
}

function refuse(product: WooRow, isTaken: boolean): void {
  const parameters = {
    case: product.name !== '' && isTaken ? 'repeated_name' : 'unusable_name',
  }
  product.errors.push({ column: 'handle', code: 'missing_value', value: null, parameters })
}

function inherit(variation: WooRow, parent: WooRow): void {
  variation.handle = parent.handle
  if (parent.handle !== undefined) return
  variation.errors.push({
    column: null,
    code: 'product_invalid',
    value: null,
    parameters: { case: 'rows', rows: String(parent.row) },
  })
}
