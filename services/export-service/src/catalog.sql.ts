import type { PoolClient } from 'pg'
import { moneyText, weightText } from '@catalog/catalog'
import type { Product, ProductStatus, Variant } from '@catalog/catalog'
import type { StatusFilter } from '@catalog/contracts'

/** The products of one storefront (INV-14) with that status. */
export interface Selection {
  storefrontId: string
  status: StatusFilter
}

/** Begins a transaction in which every query sees the catalog as of the first query. */
export async function openSnapshot(client: PoolClient): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  // Without sorts, the planner uses the (storefront_id, handle) index, so that the first row is returned at once.
  await client.query('set local enable_sort = off')
  await client.query('set local jit = off')
}

export interface CatalogDescription {
  productCount: number
  /** Metadata keys of the selected products, unordered. */
  metadataKeys: string[]
  /** Whether the database distributes tables over servers. */
  isDistributed: boolean
  /** It is in another installation, or not all here yet. */
  isElsewhere: boolean
}

export async function describeCatalog(
  client: PoolClient,
  { storefrontId, status }: Selection,
): Promise<CatalogDescription> {
  const { rows } = await client.query<{
    product_count: number
    metadata_keys: string[]
    is_distributed: boolean
    is_elsewhere: boolean
  }>(
    `select
       (select count(*)::int from products where ${selected}) as product_count,
       array(
         select distinct key from products, jsonb_object_keys(metadata) key
         where ${selected} and metadata <> '{}'
       ) as metadata_keys,
       to_regclass('pg_catalog.pg_dist_partition') is not null as is_distributed,
       exists (
         select from storefront_moves where storefront_id = $1 and state in ('moved', 'incoming')
       ) as is_elsewhere`,
    [storefrontId, status],
  )
  const [row] = rows
  if (row === undefined) throw new Error('a statement that has one row had none')
  return {
    productCount: row.product_count,
    metadataKeys: row.metadata_keys,
    isDistributed: row.is_distributed,
    isElsewhere: row.is_elsewhere,
  }
}

/**
 * Yields the selected products by handle, in batches. While the caller processes a batch, the database prepares the
 * next one. Needs a snapshot; one reader at a time.
 * | Uses a cursor, which takes a tenth less of PostgreSQL's processor time than pages of this size. If tables are
 * distributed over servers, uses pages, because a cursor would first collect all rows (design.md §11).
 */
export async function* readProducts(
  client: PoolClient,
  selection: Selection,
  { isDistributed }: Pick<CatalogDescription, 'isDistributed'>,
): AsyncGenerator<Product[]> {
  const source = isDistributed ? pagesOf(client, selection) : await openCursor(client, selection)
  let batch = source.after('')
  for (;;) {
    const records = await batch
    const last = records.at(-1)
    if (last === undefined) break
    batch = source.after(last[0])
    // A reader that stops early never awaits the batch that was requested ahead.
    batch.catch(() => undefined)
    yield records.map(toProduct)
  }
  await source.close()
}

interface ProductSource {
  /** The batch after the product with this handle, the last one of the previous batch. */
  after(handle: string): Promise<ProductRecord[]>
  close(): Promise<void>
}

async function openCursor(client: PoolClient, { storefrontId, status }: Selection): Promise<ProductSource> {
  await client.query(`declare selected_products no scroll cursor for ${selectProducts('')}`, [
    storefrontId,
    status,
  ])
  return {
    after: () => queryRecords(client, `fetch ${batchSize} from selected_products`),
    close: async () => void (await client.query('close selected_products')),
  }
}

function pagesOf(client: PoolClient, { storefrontId, status }: Selection): ProductSource {
  const page = `${selectProducts('and handle > $3')} limit ${batchSize}`
  return {
    after: (handle) => queryRecords(client, page, [storefrontId, status, handle]),
    close: () => Promise.resolve(),
  }
}

async function queryRecords(client: PoolClient, text: string, values?: string[]): Promise<ProductRecord[]> {
  const { rows } = await client.query<ProductRecord>({ text, ...(values && { values }), rowMode: 'array' })
  return rows
}

const selected = `storefront_id = $1 and ($2 = 'all' or status = $2)`

/**
 * One row for each product, with its variants and images as JSON arrays: faster for the database than a row of thirty
 * columns for each variant, and only @catalog/catalog pairs variants with images. Decimals are text, because readers of
 * JSON treat numbers as floats.
 */
const selectProducts = (further: string) => `
  select
    handle, title, description_html, vendor, product_type, status, seo_title, seo_description,
    option1_name, option2_name, option3_name,
    json_build_array(
      tags,
      metadata,
      (
        select json_agg(
          json_build_array(
            option1_value, option2_value, option3_value, sku, barcode,
            price::text, compare_at_price::text, inventory_quantity, weight_grams::text,
            requires_shipping, taxable, image_id
          ) order by position, variant_id
        )
        from variants
        where storefront_id = products.storefront_id and product_id = products.product_id
      ),
      (
        select json_agg(json_build_array(image_id, url, alt) order by position, image_id)
        from product_images
        where storefront_id = products.storefront_id and product_id = products.product_id
      )
    )
  from products
  where ${selected} ${further}
  order by handle`

/** Larger batches are not faster and need more memory: descriptions can be long. */
const batchSize = 100

type ProductRecord = [
  handle: string,
  title: string,
  descriptionHtml: string,
  vendor: string,
  productType: string,
  status: ProductStatus,
  seoTitle: string,
  seoDescription: string,
  option1Name: string | null,
  option2Name: string | null,
  option3Name: string | null,
  nested: [
    tags: string[],
    metadata: Record<string, string>,
    variants: VariantRecord[] | null,
    images: ImageRecord[] | null,
  ],
]

type VariantRecord = [
  option1Value: string | null,
  option2Value: string | null,
  option3Value: string | null,
  sku: string,
  barcode: string,
  price: string,
  compareAtPrice: string | null,
  inventoryQuantity: number | null,
  weightGrams: string | null,
  requiresShipping: boolean,
  taxable: boolean,
  imageId: string | null,
]

type ImageRecord = [imageId: string, url: string, alt: string]

function toProduct(record: ProductRecord): Product {
  const [handle, title, descriptionHtml, vendor, productType, status, seoTitle, seoDescription] = record
  const [, , , , , , , , option1Name, option2Name, option3Name, nested] = record
  const [tags, metadata, variants, images] = nested
  const optionNames = [option1Name, option2Name, option3Name].filter((name) => name !== null)
  const urls = new Map(images?.map(([imageId, url]) => [imageId, url]))
  return {
    handle,
    title,
    descriptionHtml,
    vendor,
    productType,
    tags,
    status,
    seoTitle,
    seoDescription,
    optionNames,
    metadata,
    variants: variants?.map((variant) => toVariant(variant, optionNames.length, urls)) ?? [],
    images: images?.map(([, url, alt]) => ({ url, alt })) ?? [],
  }
}

function toVariant(record: VariantRecord, optionCount: number, urls: Map<string, string>): Variant {
  const [option1Value, option2Value, option3Value, sku, barcode, price, compareAtPrice] = record
  const [, , , , , , , inventoryQuantity, weightGrams, requiresShipping, taxable, imageId] = record
  return {
    optionValues: [option1Value, option2Value, option3Value]
      .slice(0, optionCount)
      .map((value) => value ?? ''),
    sku,
    barcode,
    price: moneyText(price),
    compareAtPrice: compareAtPrice === null ? null : moneyText(compareAtPrice),
    inventoryQuantity,
    weightGrams: weightGrams === null ? null : weightText(weightGrams),
    requiresShipping,
    taxable,
    imageUrl: imageId === null ? null : (urls.get(imageId) ?? null),
  }
}
