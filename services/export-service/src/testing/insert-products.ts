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
  const variants = product.variants.map(({ optionValues, imageUrl, ...plain }, index) => ({
    ...keys,
    variant_id: randomUUID(),
    position: 2 * index + 1,
    option1_value: optionValues[0] ?? null,
    option2_value: optionValues[1] ?? null,
    option3_value: optionValues[2] ?? null,
    ...columnsOf(plain),
    image_id: images.find(({ url }) => url === imageUrl)?.image_id ?? null,
  }))
  const { optionNames, variants: _variants, images: _images, ...plain } = product
  const row = {
    ...keys,
    option1_name: optionNames[0] ?? null,
    option2_name: optionNames[1] ?? null,
    option3_name: optionNames[2] ?? null,
    ...columnsOf(plain),
  }
  return { row, variants, images }
}

/** Each field under the name of its column, as in `compare_at_price`. */
function columnsOf(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (at) => `_${at.toLowerCase()}`),
      value,
    ]),
  )
}
