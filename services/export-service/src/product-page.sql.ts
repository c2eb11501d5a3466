import type { PoolClient } from 'pg'
import { plainProductColumns } from '@catalog/catalog'
import { maxPageBytes } from '@catalog/contracts'
import type { catalogExports } from '@catalog/contracts'
import type { z } from 'zod'
import { ofProduct } from './catalog.sql.ts'
import { filterProducts } from './product-filters.sql.ts'
import { variantItem } from './product-record.ts'
import type { VariantRecord } from './product-record.ts'

export type PageQuery = z.output<typeof catalogExports.listProducts.input>

/** The place of a product in a list, behind which the next page begins. */
export interface Place {
  handle: string
  version: number
  productId: string
}

/** Of one snapshot. */
export interface StoredPage {
  catalogVersion: number
  /** It is in another installation, or not all here yet. */
  isElsewhere: boolean
  /** In the order of the list; none for a caller who knows the version. */
  products: StoredProduct[]
  /** Whether they are all that match, up to the last one that was looked at. */
  isWhole: boolean
  /** That one, if there may be more behind it. */
  end: Place | null
}

/** Of a row in its page: what the page has up to it, or nulls if the page has no row. */
type Position = [
  catalogVersion: number,
  isElsewhere: boolean,
  seen: number | null,
  matching: number | null,
  isWanted: boolean | null,
]

export type StoredProduct = [
  at: Position,
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

/** A statement looks at so many products, whatever it finds: a page takes the same time in a catalog of any size. */
const mostCandidates = 2_000

/** What an answer has at least for each, so that no more is read than it can have. */
const fewestBytes = { product: 300, variant: 150, image: 100 }

const productFields = `
  product_id, handle, catalog_version::float8, created_at, updated_at,
  array_remove(array[option1_name, option2_name, option3_name], null), metadata,
  case when is_wanted then (
    select json_agg(${variantItem('image_id')} order by position, variant_id) from variants where ${ofProduct}
  ) end,
  case when is_wanted then (
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
  ) end,
  ${plainProductColumns.map(({ stored }) => stored.column).join(', ')}`

const versionOfCatalog =
  'coalesce((select catalog_version from storefront_locks where storefront_id = $1), 0)::float8'

/** The next products behind `after`: as many as match, up to the query's limit and about `maxPageBytes`. */
export async function readStoredPage(
  client: PoolClient,
  query: PageQuery,
  after: Place | undefined,
): Promise<StoredPage> {
  const isByChange = query.order === 'changed'
  const { from, matches, values, isFiltered } = filterProducts(query.storefront_id, {
    ...query,
    changed_after: isByChange ? null : query.changed_after,
  })
  const mostSeen = isFiltered ? mostCandidates : query.limit + 1
  const parameter = (value: unknown) => `$${values.push(value)}`
  const order = isByChange ? 'catalog_version, product_id' : 'handle'
  const position = isByChange
    ? `(catalog_version, product_id) > (${parameter(after?.version ?? query.changed_after ?? -1)}::bigint, ${parameter(after?.productId ?? greatestId)}::uuid)`
    : `handle > ${parameter(after?.handle ?? '')}::text`
  const { rows } = await client.query<StoredProduct>({
    text: `
      select json_build_array(known, is_elsewhere, seen, matching, is_wanted), ${productFields}
      from (
        select ${versionOfCatalog} as known, exists (
            select from storefront_moves where storefront_id = $1 and state in ('moved', 'incoming')
          ) as is_elsewhere
      ) storefront
      left join (
        select *, lead(true) over list is null as is_last,
          (row_number() over list)::int as seen, (count(bytes) over list)::int as matching,
          bytes is not null and count(bytes) over list <= ${parameter(query.limit)}
            and (count(bytes) over list = 1 or sum(bytes) over list <= ${maxPageBytes}) as is_wanted
        from (
          select *, case when ${matches} then
              ${fewestBytes.product} + octet_length(description_html) + pg_column_size(metadata)
              + ${fewestBytes.variant} * (select count(*) from variants where ${ofProduct})
              + ${fewestBytes.image} * (select count(*) from product_images where ${ofProduct}) end as bytes
          from ${from}
          where storefront_id = $1 and ${position}
            and ${versionOfCatalog} is distinct from ${parameter(query.known_version)}::float8
          order by ${order}
          limit ${parameter(mostSeen)}
        ) looked_at
        window list as (order by ${order} rows unbounded preceding)
      ) products on true
      where is_wanted or is_last is distinct from false
      order by seen`,
    values,
    rowMode: 'array',
  })
  const last = rows.at(-1)
  if (last === undefined) throw new Error('a statement that has a row had none')
  const [[catalogVersion, isElsewhere, seen, matching]] = last
  const products = rows.filter(([[, , , , isWanted]]) => isWanted)
  return {
    catalogVersion,
    isElsewhere,
    products,
    isWhole: (matching ?? 0) === products.length,
    end: seen === mostSeen ? placeOf(last) : null,
  }
}

export function placeOf([, productId, handle, version]: StoredProduct): Place {
  return { handle, version, productId }
}

const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
