import {
  plainProductColumns,
  plainProductDefaults,
  plainVariantColumns,
  plainVariantDefaults,
  readStored,
} from '@catalog/catalog'
import type { StoredImage, StoredProduct, StoredVariant } from '@catalog/catalog'
import { queryArrays } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { tooComplex } from '../too-complex.ts'
import { productNames, variantNames } from './product-columns.ts'
import { slices } from './read.sql.ts'

/** UTF-8 bytes of descriptions and metadata in one select: a worker whose heap is full is ended between two selects. */
const bytesPerSelect = 4 * 1024 * 1024
/** Bytes of all loaded products: a worker's heap has to fit them and what a preview makes of the file. */
const maxLoadedBytes = 96 * 1024 * 1024
/** What a variant or image takes of a heap, about. */
const bytesOfPart = 1024

/**
 * The storefront's products with these handles, including variants and images; missing ones are left out. Three selects
 * per slice, more if products are large.
 * @throws ServiceError too_complex if they are larger than memory allows
 */
export async function loadProducts(
  database: Database,
  storefrontId: string,
  handles: string[],
): Promise<StoredProduct[]> {
  const products: StoredProduct[] = []
  let loadedBytes = 0
  for (const slice of slices(handles)) {
    for (let wanted = slice; wanted.length > 0;) {
      const rows = await selectProducts(database, storefrontId, wanted)
      if (loadedBytes + sum(rows.map(bytesOf)) > maxLoadedBytes) throw tooComplex()
      const whole = rows.filter(isWhole)
      loadedBytes += sum(whole.map(bytesOf))
      const room = Math.floor((maxLoadedBytes - loadedBytes) / bytesOfPart)
      const loaded = await withParts(database, storefrontId, whole, room)
      loadedBytes += sum(loaded.map(({ variants, images }) => variants.length + images.length)) * bytesOfPart
      products.push(...loaded)
      wanted = rows.filter((row) => !isWhole(row)).map((row) => row[2])
    }
  }
  return products
}

/**
 * All existing products with these handles. Descriptions and metadata are complete only for the first ones, up to
 * `bytesPerSelect`.
 */
async function selectProducts(
  database: Database,
  storefrontId: string,
  handles: string[],
): Promise<ProductColumns[]> {
  return queryArrays<ProductColumns>(database)`
    select product_id, version, handle, bytes, case when is_whole then metadata end, stock_version,
      option1_name, option2_name, option3_name, ${productNames}
    from (
      select *, coalesce(sum(bytes) over (rows between unbounded preceding and 1 preceding), 0)
        < ${bytesPerSelect} as is_whole
      from (
        select *, octet_length(description_html)
          + case when pg_column_size(metadata) < 1000 then 0 else octet_length(metadata::text) end as bytes
        from products
        where storefront_id = ${storefrontId} and handle = any(${handles}::text[])
      ) sized
    ) counted`
}

function isWhole(row: ProductColumns): row is WholeProduct {
  return row[4] !== null
}

function bytesOf(row: ProductColumns): number {
  return row[3]
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Reads no more variants and images than there is room for. */
async function withParts(
  database: Database,
  storefrontId: string,
  rows: WholeProduct[],
  room: number,
): Promise<StoredProduct[]> {
  const products = new Map(rows.map((row) => [row[0], toProduct(row)]))
  if (products.size === 0) return []
  const ids = [...products.keys()]

  const urls = new Map<string, string>()
  const images = await queryArrays<ImageColumns>(database)`
    select product_id, image_id, position, url, alt
    from product_images
    where storefront_id = ${storefrontId} and product_id = any(${ids}::uuid[])
    limit ${room + 1}`
  if (images.length > room) throw tooComplex()
  for (const row of images) {
    urls.set(row[1], row[3])
    products.get(row[0])?.images.push(toImage(row))
  }

  const variants = await queryArrays<VariantColumns>(database)`
    select product_id, variant_id, position, image_id, option1_value, option2_value, option3_value, ${variantNames}
    from variants
    where storefront_id = ${storefrontId} and product_id = any(${ids}::uuid[])
    limit ${room - images.length + 1}`
  if (images.length + variants.length > room) throw tooComplex()
  for (const row of variants) {
    const product = products.get(row[0])
    product?.variants.push(toVariant(row, product.optionNames.length, urls))
  }
  // Sorting the lists of single products compares far less than sorting all rows.
  for (const product of products.values()) {
    product.images.sort((a, b) => a.position - b.position || byAge(a.imageId, b.imageId))
    product.variants.sort((a, b) => a.position - b.position || byAge(a.variantId, b.variantId))
  }
  return [...products.values()]
}

type ProductColumns = [
  productId: string,
  version: number,
  handle: string,
  bytes: number,
  /** Null if it is left out, as the description then is. */
  metadata: Record<string, string> | null,
  stockVersion: number,
  option1Name: string | null,
  option2Name: string | null,
  option3Name: string | null,
  ...plain: unknown[],
]

type WholeProduct = ProductColumns & { 4: Record<string, string> }

type ImageColumns = [productId: string, imageId: string, position: number, url: string, alt: string]

type VariantColumns = [
  productId: string,
  variantId: string,
  position: number,
  imageId: string | null,
  option1Value: string | null,
  option2Value: string | null,
  option3Value: string | null,
  ...plain: unknown[],
]

function toProduct(row: WholeProduct): StoredProduct {
  const product = {
    productId: row[0],
    version: row[1],
    stockVersion: row[5],
    handle: row[2],
    ...plainProductDefaults,
    optionNames: [row[6], row[7], row[8]].filter((name) => name !== null),
    metadata: row[4],
    variants: [],
    images: [],
  }
  readStored(plainProductColumns, row, 9, product)
  return product
}

function toImage([, imageId, position, url, alt]: ImageColumns): StoredImage {
  return { imageId, position, url, alt }
}

function toVariant(row: VariantColumns, optionCount: number, urls: Map<string, string>): StoredVariant {
  const variant = {
    variantId: row[1],
    position: row[2],
    optionValues: [row[4], row[5], row[6]].slice(0, optionCount).map((value) => value ?? ''),
    ...plainVariantDefaults,
    imageUrl: row[3] === null ? null : (urls.get(row[3]) ?? null),
  }
  readStored(plainVariantColumns, row, 7, variant)
  return variant
}

/** Orders ids by time. */
function byAge(one: string, other: string): number {
  return one < other ? -1 : 1
}
