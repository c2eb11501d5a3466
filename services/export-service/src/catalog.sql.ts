import type { PoolClient } from 'pg'
import type { ProductFilters, StatusFilter } from '@catalog/contracts'
import { readLargeProduct } from './large-product.sql.ts'
import { filterProducts } from './product-filters.sql.ts'
import type { FilteredProducts } from './product-filters.sql.ts'
import { fields, imageItem, toProduct, variantItem } from './product-record.ts'
import type { ProductPart, ProductRecord } from './product-record.ts'

/** The products of one storefront (INV-14) with that status that match the filters. */
export interface Selection {
  storefrontId: string
  status: StatusFilter
  filters: Omit<ProductFilters, 'statuses'>
}

export function productsOf({ storefrontId, status, filters }: Selection) {
  return filterProducts(storefrontId, { ...filters, statuses: status === 'all' ? [] : [status] })
}

/** Begins a transaction in which every query sees the catalog as of the first query. */
export async function openSnapshot(client: PoolClient): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

export interface CatalogDescription {
  catalogVersion: number
  productCount: number
  /** Whether there are filters besides the status. */
  isPart: boolean
  /** Metadata keys of the selected products, unordered. */
  metadataKeys: string[]
  /** Whether the database distributes tables over servers. */
  isDistributed: boolean
  /** It is in another installation, or not all here yet. */
  isElsewhere: boolean
}

/**
 * Counts and collects only of a part of the catalog, or if it was changed without what import-service stores of it, and
 * not counted since.
 */
export async function describeCatalog(client: PoolClient, selection: Selection): Promise<CatalogDescription> {
  const { from, matches, values } = productsOf(selection)
  const isPart = values.length > (selection.status === 'all' ? 1 : 2)
  const { rows } = await client.query<{
    product_count: number
    catalog_version: number
    metadata_keys: string[]
    is_distributed: boolean
    is_elsewhere: boolean
  }>(
    `with stored as (
       select ${storedCounts[selection.status]} as products
       from storefront_locks
       where storefront_id = $1 and summarized_at = locked_at ${isPart ? 'and false' : ''}
     )
     select
       coalesce((select products from stored), (select count(*) from ${from} where ${matches}))::int as product_count,
       coalesce((select catalog_version from storefront_locks where storefront_id = $1), 0)::float8 as catalog_version,
       array(
         ${isPart ? '' : `select key from metadata_keys where ${matches} and exists (select from stored) union`}
         select key from ${from}, jsonb_object_keys(metadata) key
         where ${matches} and metadata <> '{}' and not exists (select from stored)
       ) as metadata_keys,
       to_regclass('pg_catalog.pg_dist_partition') is not null as is_distributed,
       exists (
         select from storefront_moves where storefront_id = $1 and state in ('moved', 'incoming')
       ) as is_elsewhere`,
    values,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a statement that has one row had none')
  return {
    productCount: row.product_count,
    isPart,
    catalogVersion: row.catalog_version,
    metadataKeys: row.metadata_keys,
    isDistributed: row.is_distributed,
    isElsewhere: row.is_elsewhere,
  }
}

const storedCounts: Record<StatusFilter, string> = {
  all: 'active_count + draft_count + archived_count',
  active: 'active_count',
  draft: 'draft_count',
  archived: 'archived_count',
}

/**
 * Yields the selected products by handle, in batches; a large product by itself, in parts. While the caller processes a
 * batch, the database prepares the next one. Needs a snapshot; one reader at a time.
 *
 * Uses a cursor, which takes a tenth less of PostgreSQL's processor time than pages of this size. If tables are
 * distributed over servers, uses pages, because a cursor would first collect all rows (design.md §11).
 */
export async function* readProducts(
  client: PoolClient,
  selection: Selection,
  { isDistributed }: Pick<CatalogDescription, 'isDistributed'>,
): AsyncGenerator<ProductPart[]> {
  const source = isDistributed ? pagesOf(client, selection) : await openCursor(client, selection)
  let batch = source.after('')
  for (;;) {
    const records = await batch
    const last = records.at(-1)
    if (last === undefined) break
    batch = source.after(last[0])
    // A reader that stops early never awaits the batch that was requested ahead.
    batch.catch(() => undefined)
    let whole: ProductPart[] = []
    for (const record of records) {
      const [, , description, nested] = record
      if (description !== null && nested !== null) {
        whole.push({ product: toProduct(record, description, nested), fromRow: 0 })
        continue
      }
      if (whole.length > 0) yield whole
      whole = []
      for await (const part of readLargeProduct(client, selection.storefrontId, record)) yield [part]
    }
    if (whole.length > 0) yield whole
  }
  await source.close()
}

interface ProductSource {
  /** The batch after the product with this handle, the last one of the previous batch. */
  after(handle: string): Promise<ProductRecord[]>
  close(): Promise<void>
}

async function openCursor(client: PoolClient, selection: Selection): Promise<ProductSource> {
  const products = productsOf(selection)
  const text = `declare selected_products no scroll cursor for ${selectProducts(products, '')}`
  await client.query(text, products.values)
  return {
    after: () => queryRecords(client, `fetch ${batchSize} from selected_products`),
    close: async () => void (await client.query('close selected_products')),
  }
}

function pagesOf(client: PoolClient, selection: Selection): ProductSource {
  const products = productsOf(selection)
  const page = `${selectProducts(products, `and handle > $${products.values.length + 1}`)} limit ${batchSize}`
  return {
    after: (handle) => queryRecords(client, page, [...products.values, handle]),
    close: () => Promise.resolve(),
  }
}

async function queryRecords(client: PoolClient, text: string, values?: unknown[]): Promise<ProductRecord[]> {
  const { rows } = await client.query<ProductRecord>({ text, ...(values && { values }), rowMode: 'array' })
  return rows
}

/**
 * One row for each product, with its variants and images as JSON arrays: faster for the database than a row of thirty
 * columns for each variant, and only @catalog/catalog pairs variants with images. The row of a large product is without
 * these and the description, so that no batch is large; of such a product, no more is read here than shows that it is.
 */
const selectProducts = ({ from, matches }: FilteredProducts, further: string) => `
  select handle, product_id, case when is_small then description_html end, case when is_small then nested end, ${fields}
  from (
    select *, octet_length(description_html) + pg_column_size(nested) < ${smallBytes} as is_small
    from (
      select *, json_build_array(
          tags,
          metadata,
          (
            select json_agg(${variantItem('image_id')} order by position, variant_id)
            from (select * from variants where ${ofProduct} limit ${smallBytes / fewestBytes}) most
          ),
          (
            select json_agg(${imageItem} order by position, image_id)
            from (select * from product_images where ${ofProduct} limit ${smallBytes / fewestBytes}) most
          )
        ) as nested
      from ${from}
      where ${matches} ${further}
      order by handle
      -- Each level is computed once for a row, not once for each mention.
      offset 0
    ) nesting
    offset 0
  ) sized`

/** Of the rows of `products`. */
export const ofProduct = 'storefront_id = $1 and product_id = products.product_id'

/** Larger batches are not faster and need more memory. */
const batchSize = 100
const smallBytes = 16_000
/** Of a variant or image as JSON: with that many fewer, a product is large already. */
const fewestBytes = 50
