import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import type { Product } from '@catalog/catalog'

/**
 * Inserts the products as import-service could have left them, with rows in an order different from their positions.
 */
export async function insertProducts(
  client: Client,
  storefrontId: string,
  products: Product[],
): Promise<void> {
  const records = products.map((product) => toRecords(storefrontId, product))
  await insert(
    client,
    'products',
    records.map(({ row }) => row),
  )
  await insert(
    client,
    'product_images',
    records.flatMap(({ images }) => images.toReversed()),
  )
  await insert(
    client,
    'variants',
    records.flatMap(({ variants }) => variants.toReversed()),
  )
}

async function insert(client: Client, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

function toRecords(storefrontId: string, product: Product) {
  const keys = { storefront_id: storefrontId, product_id: randomUUID() }
  const images = product.images.map(({ url, alt }, index) => ({
    ...keys,
    image_id: randomUUID(),
    // With gaps: only the order counts.
    position: 2 * index + 1,
    url,
    normalized_url: url,
    alt,
  }))
  const variants = product.variants.map((variant, index) => ({
    ...keys,
    variant_id: randomUUID(),
    position: 2 * index + 1,
    option1_value: variant.optionValues[0] ?? null,
    option2_value: variant.optionValues[1] ?? null,
    option3_value: variant.optionValues[2] ?? null,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compare_at_price: variant.compareAtPrice,
    inventory_quantity: variant.inventoryQuantity,
    weight_grams: variant.weightGrams,
    requires_shipping: variant.requiresShipping,
    taxable: variant.taxable,
    image_id: images.find(({ url }) => url === variant.imageUrl)?.image_id ?? null,
  }))
  const row = {
    ...keys,
    handle: product.handle,
    title: product.title,
    description_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags,
    status: product.status,
    seo_title: product.seoTitle,
    seo_description: product.seoDescription,
    option1_name: product.optionNames[0] ?? null,
    option2_name: product.optionNames[1] ?? null,
    option3_name: product.optionNames[2] ?? null,
    metadata: product.metadata,
  }
  return { row, variants, images }
}
