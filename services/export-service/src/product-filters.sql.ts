import { ServiceError } from '@catalog/contracts'
import type { ProductFilters } from '@catalog/contracts'

export interface FilteredProducts {
  /** What to select `products` from. */
  from: string
  /** Whether a product of it matches; `$1` is the storefront (INV-14). */
  matches: string
  /** Of `$1` and the parameters behind it. */
  values: unknown[]
  /** Whether there are filters besides handles and SKUs, which an index finds. */
  isFiltered: boolean
}

/** The products that all filters match; of a list of values, one. */
export function filterProducts(storefrontId: string, filters: ProductFilters): FilteredProducts {
  const values: unknown[] = [storefrontId]
  const conditionsOf = (table: typeof keys | typeof fields) =>
    table
      .filter(([name]) => filters[name].length > 0)
      .map(([name, condition]) => condition(`$${values.push(filters[name])}::text[]`))
  const keyed = conditionsOf(keys)
  const others = conditionsOf(fields)
  if (filters.changed_after !== null)
    others.push(`catalog_version > $${values.push(filters.changed_after)}::bigint`)
  return {
    // Some hundred at most, so that they are sorted instead of all being passed by.
    from:
      keyed.length === 0
        ? 'products'
        : `(select * from products where ${['storefront_id = $1', ...keyed].join(' and ')} offset 0) products`,
    matches: ['storefront_id = $1', ...others].join(' and '),
    values,
    isFiltered: others.length > 0,
  }
}

const keys = [
  ['handles', (list: string) => `handle = any(${list})`],
  [
    'skus',
    (list: string) =>
      `product_id = any(array(select product_id from variants where storefront_id = $1 and sku = any(${list}) and sku <> ''))`,
  ],
] as const

const fields = [
  ['statuses', (list: string) => `status = any(${list})`],
  ['vendors', (list: string) => `vendor = any(${list})`],
  ['product_types', (list: string) => `product_type = any(${list})`],
  ['tags', (list: string) => `tags && ${list}`],
] as const

/** @throws ServiceError catalog_restarted if the catalog has not reached a version that the caller names */
export function requireReached(version: number, catalogVersion: number): void {
  if (version <= catalogVersion) return
  throw new ServiceError(
    'catalog_restarted',
    'The catalog was erased and has begun again, with lower versions than the one that you name. Read all of it again.',
  )
}
