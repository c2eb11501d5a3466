import { moneyText, weightText } from '@catalog/catalog'
import type { StoredImage, StoredProduct, StoredVariant } from '@catalog/catalog'
import { queryArrays, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { tooComplex } from '../too-complex.ts'
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
  return queryArrays<ProductColumns>(
    database,
    sql`
      select product_id, version, handle, title, case when is_whole then description_html end,
        vendor, product_type, tags, status, seo_title, seo_description, option1_name, option2_name, option3_name,
        case when is_whole then metadata end, bytes
      from (
        select *, coalesce(sum(bytes) over (rows between unbounded preceding and 1 preceding), 0)
          < ${bytesPerSelect} as is_whole
        from (
          select *, octet_length(description_html)
            + case when pg_column_size(metadata) < 1000 then 0 else octet_length(metadata::text) end as bytes
          from products
          where storefront_id = ${storefrontId} and handle = any(${handles}::text[])
        ) sized
      ) counted`,
  )
}

function isWhole(row: ProductColumns): row is WholeProduct {
  return row[4] !== null
}

function bytesOf(row: ProductColumns): number {
  return row[15]
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
  const images = await queryArrays<ImageColumns>(
    database,
    sql`
      select product_id, image_id, position, url, alt
      from product_images
      where storefront_id = ${storefrontId} and product_id = any(${ids}::uuid[])
      limit ${room + 1}`,
  )
  if (images.length > room) throw tooComplex()
  for (const row of images) {
    urls.set(row[1], row[3])
    products.get(row[0])?.images.push(toImage(row))
  }

  const variants = await queryArrays<VariantColumns>(
    database,
    sql`
      select product_id, variant_id, position, option1_value, option2_value, option3_value, sku, barcode,
        price, compare_at_price, inventory_quantity, weight_grams, requires_shipping, taxable, image_id
      from variants
      where storefront_id = ${storefrontId} and product_id = any(${ids}::uuid[])
      limit ${room - images.length + 1}`,
  )
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
  title: string,
  descriptionHtml: string | null,
  vendor: string,
  productType: string,
  tags: string[],
  status: StoredProduct['status'],
  seoTitle: string,
  seoDescription: string,
  option1Name: string | null,
  option2Name: string | null,
  option3Name: string | null,
  metadata: Record<string, string> | null,
  bytes: number,
]

type WholeProduct = ProductColumns & { 4: string; 14: Record<string, string> }

type ImageColumns = [productId: string, imageId: string, position: number, url: string, alt: string]

type VariantColumns = [
  productId: string,
  variantId: string,
  position: number,
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

function toProduct(row: WholeProduct): StoredProduct {
  const optionNames = [row[11], row[12], row[13]].filter((name) => name !== null)
  return {
    productId: row[0],
    version: row[1],
    handle: row[2],
    title: row[3],
    descriptionHtml: row[4],
    vendor: row[5],
    productType: row[6],
    tags: row[7],
    status: row[8],
    seoTitle: row[9],
    seoDescription: row[10],
    optionNames,
    metadata: row[14],
    variants: [],
    images: [],
  }
}

function toImage([, imageId, position, url, alt]: ImageColumns): StoredImage {
  return { imageId, position, url, alt }
}

function toVariant(row: VariantColumns, optionCount: number, urls: Map<string, string>): StoredVariant {
  return {
    variantId: row[1],
    position: row[2],
    optionValues: [row[3], row[4], row[5]].slice(0, optionCount).map((value) => value ?? ''),
    sku: row[6],
    barcode: row[7],
    price: moneyText(row[8]),
    compareAtPrice: row[9] === null ? null : moneyText(row[9]),
    inventoryQuantity: row[10],
    weightGrams: row[11] === null ? null : weightText(row[11]),
    requiresShipping: row[12],
    taxable: row[13],
    imageUrl: row[14] === null ? null : (urls.get(row[14]) ?? null),
  }
}

/** Orders ids by time. */
function byAge(one: string, other: string): number {
  return one < other ? -1 : 1
}
