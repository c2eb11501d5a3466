import type { ImportPlan } from '@catalog/preview'
import { change, query, queryArrays, queryOne, sql } from '../postgres/database.ts'
import type { Database, Statement } from '../postgres/database.ts'

export interface OwnedSku {
  sku: string
  productId: string
  handle: string
}

/** By SKU, the variant that has it in the storefront; SKUs without a variant are left out. */
export async function findSkuOwners(
  database: Database,
  storefrontId: string,
  skus: string[],
): Promise<OwnedSku[]> {
  const rows = await inSlices<[string, string, string]>(
    database,
    skus,
    (slice) => sql`
      select v.sku, v.product_id, p.handle
      from variants v
      join products p on p.storefront_id = v.storefront_id and p.product_id = v.product_id
      where v.storefront_id = ${storefrontId} and v.sku = any(${slice}::text[]) and v.sku <> ''`,
  )
  return rows.map(([sku, productId, handle]) => ({ sku, productId, handle }))
}

/** The handles of the products whose variants have these barcodes, written without zeros in front. */
export async function findBarcodeHandles(
  database: Database,
  storefrontId: string,
  barcodes: string[],
): Promise<string[]> {
  const rows = await inSlices<[string]>(
    database,
    barcodes,
    (slice) => sql`
      select distinct p.handle
      from variants v
      join products p on p.storefront_id = v.storefront_id and p.product_id = v.product_id
      where v.storefront_id = ${storefrontId} and ltrim(v.barcode, '0') collate "C" = any(${slice}::text[])
        and v.barcode <> ''`,
  )
  return rows.map(([handle]) => handle)
}

export interface OwnedTitle {
  title: string
  handle: string
}

/** By title, one product that has it in the storefront; titles without a product are left out. */
export async function findTitleOwners(
  database: Database,
  storefrontId: string,
  titles: string[],
): Promise<OwnedTitle[]> {
  const rows = await inSlices<[string, string]>(
    database,
    titles,
    (slice) => sql`
      select w.title, p.handle
      from unnest(${slice}::text[]) as w (title)
      cross join lateral (
        select handle from products
        where storefront_id = ${storefrontId} and md5(title) = md5(w.title) and title = w.title
        limit 1
      ) p`,
  )
  return rows.map(([title, handle]) => ({ title, handle }))
}

export interface SkuHolder {
  sku: string
  variantId: string
  productId: string
}

/** By SKU, another variant that has it, for the SKUs that these variants are to get. */
export async function findOtherSkuHolders(
  database: Database,
  storefrontId: string,
  planned: { sku: string; variantId: string }[],
): Promise<SkuHolder[]> {
  if (planned.length === 0) return []
  const skus = planned.map((variant) => variant.sku)
  const rows = await queryArrays<[string, string, string]>(database)`
    -- Thousands of neighbouring keys are found by one scan of the index, in a third of a join's time.
    select v.sku, v.variant_id, v.product_id from variants v
    where v.storefront_id = ${storefrontId} and v.sku = any(${skus}::text[]) and v.sku <> '' and not exists (
      select from unnest(${skus}::text[], ${planned.map((variant) => variant.variantId)}::uuid[]) as w (sku, variant_id)
      where w.sku = v.sku and w.variant_id = v.variant_id
    )`
  return rows.map(([sku, variantId, productId]) => ({ sku, variantId, productId }))
}

/** Those of these products of which a version differs, or that no longer exist. */
export async function findChangedProducts(
  database: Database,
  storefrontId: string,
  known: ImportPlan['seen'],
): Promise<string[]> {
  if (known.length === 0) return []
  const productIds = known.map((product) => product.productId)
  const rows = await query<{ product_id: string }>(database)`
    select k.product_id
    from unnest(
      ${productIds}::uuid[], ${known.map((product) => product.version)}::bigint[],
      ${known.map((product) => product.stockVersion ?? null)}::bigint[]
    ) as k (product_id, version, stock_version)
    left join (
      select product_id, version, stock_version from products
      where storefront_id = ${storefrontId} and product_id = any(${productIds}::uuid[])
    ) p on p.product_id = k.product_id
    where p.version is distinct from k.version or p.stock_version <> k.stock_version`
  return rows.map((row) => row.product_id)
}

/** By handle, the ids of existing products. */
export async function findProductIds(
  database: Database,
  storefrontId: string,
  handles: string[],
): Promise<string[]> {
  if (handles.length === 0) return []
  const rows = await query<{ product_id: string }>(database)`
    select product_id from products
    where storefront_id = ${storefrontId} and handle = any(${handles}::text[])`
  return rows.map((row) => row.product_id)
}

export interface VariantStock {
  sku: string
  variantId: string
  productId: string
  handle: string
  /** Null: not tracked. */
  before: number | null
}

/** The stocks of the variants with these SKUs; SKUs without a variant are left out. */
export async function findStocks(
  database: Database,
  storefrontId: string,
  skus: string[],
): Promise<VariantStock[]> {
  return await query<VariantStock>(database)`
    select v.*, p.handle
    from unnest(${skus}::text[]) as k (sku)
    -- One by one: a plan for all reads whole tables where they were not analyzed yet.
    cross join lateral (
      select sku, variant_id as "variantId", product_id as "productId", inventory_quantity as before
      from variants
      where storefront_id = ${storefrontId} and sku = k.sku and sku <> ''
      limit 1
    ) v
    cross join lateral (
      select handle from products where storefront_id = ${storefrontId} and product_id = v."productId" limit 1
    ) p`
}

/** How many of these images there are. */
export async function countImages(
  database: Database,
  storefrontId: string,
  imageIds: string[],
): Promise<number> {
  if (imageIds.length === 0) return 0
  const { count } = await queryOne<{ count: number }>(database)`
    select count(*) as count from product_images
    where storefront_id = ${storefrontId} and image_id = any(${imageIds}::uuid[])`
  return count
}

/** The handles of these products, by id. */
export async function findHandles(
  database: Database,
  storefrontId: string,
  productIds: string[],
): Promise<Map<string, string>> {
  const rows = await queryArrays<[string, string]>(database)`
    select product_id, handle from products
    where storefront_id = ${storefrontId} and product_id = any(${productIds}::uuid[])`
  return new Map(rows)
}

const keysPerSelect = 1_000

/** The rows of a statement for each slice of the keys. */
async function inSlices<Row extends readonly unknown[]>(
  database: Database,
  keys: string[],
  statementFor: (slice: string[]) => Statement,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const slice of slices(keys)) {
    for (const row of await queryArrays<Row>(database)(statementFor(slice))) rows.push(row)
  }
  return rows
}

/** A thousand at a time. */
export function* slices(keys: string[]): Generator<string[]> {
  for (let start = 0; start < keys.length; start += keysPerSelect)
    yield keys.slice(start, start + keysPerSelect)
}

/** Products with one of the values of each list that is not empty. */
export interface ProductFilter {
  vendors: string[]
  product_types: string[]
  tags: string[]
}

/**
 * The active ones of the next few thousand products by handle, and the handle after which the next ones are; without it,
 * these were the last. A page ends whatever it finds: a statement takes the same time in a catalog of any size.
 */
export async function listActiveProducts(
  database: Database,
  storefrontId: string,
  { vendors, product_types: types, tags }: ProductFilter,
  after: string,
): Promise<{ products: { handle: string; title: string }[]; last: string | undefined }> {
  const page = sql`
    select handle, case when status = 'active'
      and (${vendors.length === 0} or vendor = any(${vendors}::text[]))
      and (${types.length === 0} or product_type = any(${types}::text[]))
      and (${tags.length === 0} or tags && ${tags}::text[]) then title end
    from products
    where storefront_id = ${storefrontId} and handle > ${after}
    order by handle
    limit ${pageSize}`
  const rows = await database.transaction(
    async (transaction) => {
      // Of a storefront that the statistics do not know, each page would otherwise sort all products behind it.
      await change(transaction)`set local enable_sort = off`
      await change(transaction)`set local jit = off`
      return await queryArrays<[string, string | null]>(transaction)(page)
    },
    { readOnly: true },
  )
  return {
    products: rows.flatMap(([handle, title]) => (title === null ? [] : { handle, title })),
    last: rows.length < pageSize ? undefined : rows.at(-1)?.[0],
  }
}

const pageSize = 5_000
