import type { PoolClient } from 'pg'
import { plainProductColumns } from '@catalog/catalog'
import type { catalogExports } from '@catalog/contracts'
import type { z } from 'zod'
import { filterProducts } from './product-filters.sql.ts'
import { variantItem } from './product-record.ts'
import type { VariantRecord } from './product-record.ts'

export type PageQuery = z.output<typeof catalogExports.listProducts.input>

export interface PageHead {
  catalogVersion: number
  /** It is in another installation, or not all here yet. */
  isElsewhere: boolean
}

export async function readPageHead(client: PoolClient, storefrontId: string): Promise<PageHead> {
  const { rows } = await client.query<[version: number, isElsewhere: boolean]>({
    text: `
      select
        coalesce((select catalog_version from storefront_locks where storefront_id = $1), 0)::float8,
        exists (
          select from storefront_moves where storefront_id = $1 and state in ('moved', 'incoming')
        )`,
    values: [storefrontId],
    rowMode: 'array',
  })
  const [[catalogVersion, isElsewhere] = [0, false]] = rows
  return { catalogVersion, isElsewhere }
}

/** The place of a product in a list, behind which the next page begins. */
export interface Place {
  handle: string
  version: number
  productId: string
}

export interface Candidate extends Place {
  /** How many variants it has; null if it does not match the filters. */
  variants: number | null
}

/** A statement looks at so many products, whatever it finds: a page takes the same time in a catalog of any size. */
const mostCandidates = 2_000

/** The next products behind `after`, and whether there may be more behind them. */
export async function findCandidates(
  client: PoolClient,
  query: PageQuery,
  after: Place | undefined,
): Promise<{ candidates: Candidate[]; isEnd: boolean }> {
  const isByChange = query.order === 'changed'
  const changedAfter = isByChange ? null : query.changed_after
  const { from, matches, values, isFiltered } = filterProducts(query.storefront_id, {
    ...query,
    changed_after: changedAfter,
  })
  const limit = isFiltered ? mostCandidates : query.limit + 1
  const parameter = (value: unknown) => `$${values.push(value)}`
  const position = isByChange
    ? `(catalog_version, product_id) > (${parameter(after?.version ?? query.changed_after ?? -1)}::bigint, ${parameter(after?.productId ?? greatestId)}::uuid)`
    : `handle > ${parameter(after?.handle ?? '')}::text`
  const { rows } = await client.query<[string, string, number, number | null]>({
    text: `
      select product_id, handle, catalog_version::float8, case
        when ${matches}
        then (select count(*) from variants where storefront_id = $1 and product_id = products.product_id)::int end
      from ${from}
      where storefront_id = $1 and ${position}
      order by ${isByChange ? 'catalog_version, product_id' : 'handle'}
      limit ${parameter(limit)}`,
    values,
    rowMode: 'array',
  })
  const candidates = rows.map(([productId, handle, version, variants]) => ({
    productId,
    handle,
    version,
    variants,
  }))
  return { candidates, isEnd: rows.length < limit }
}

const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export type StoredProduct = [
  productId: string,
  handle: string,
  catalogVersion: number,
  createdAt: Date,
  updatedAt: Date,
  optionNames: string[],
  metadata: Record<string, string>,
  variants: VariantRecord[] | null,
  images: StoredImage[] | null,
  ...plain: unknown[],
]

export type StoredImage = [
  imageId: string,
  url: string,
  alt: string,
  outcome: 'pending' | 'fetched' | 'rejected' | 'failed' | null,
  picture: Picture | null,
]

/** Its renditions, their sizes as far as they are known, and what changes when the picture does. */
type Picture = [
  renditions: ('original' | 'detail' | 'card' | 'thumb')[],
  sizes: Partial<Record<string, [width: number, height: number]>> | null,
  version: string,
]

const selectProducts = `
  select product_id, handle, catalog_version::float8, created_at, updated_at,
    array_remove(array[option1_name, option2_name, option3_name], null), metadata,
    (
      select json_agg(${variantItem('image_id')} order by position, variant_id) from variants
      where storefront_id = $1 and product_id = products.product_id
    ),
    (
      select json_agg(json_build_array(image_id, url, alt, outcome, picture) order by position, image_id)
      from product_images i cross join lateral (
        select (array_agg(outcome order by run_id desc))[1] as outcome, (
            array_agg(
              -- A token is random: nobody knows the address of a picture before it is stored.
              json_build_array(renditions, sizes, left(md5(coalesce(claim_token::text, requests::text)), 16)) order by run_id desc
            ) filter (where renditions <> '{}')
          )[1] as picture
        from run_images r where r.storefront_id = $1 and r.image_id = i.image_id
      ) last
      where i.storefront_id = $1 and i.product_id = products.product_id
    ),
    ${plainProductColumns.map(({ stored }) => stored.column).join(', ')}
  from products
  where storefront_id = $1 and product_id = any($2::uuid[])`

/** By id. */
export async function readWholeProducts(
  client: PoolClient,
  storefrontId: string,
  productIds: string[],
): Promise<Map<string, StoredProduct>> {
  const { rows } = await client.query<StoredProduct>({
    text: selectProducts,
    values: [storefrontId, productIds],
    rowMode: 'array',
  })
  return new Map(rows.map((row) => [row[0], row]))
}
