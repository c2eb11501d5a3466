import type { Image, Product, Variant } from '@catalog/catalog'
import { Client } from 'pg'

/**
 * The storefront's products in the tables, by handle: read from PostgreSQL directly, so that an error in the services'
 * reading cannot hide one in their writing.
 */
export async function storedProducts(databaseUrl: string, storefront: string): Promise<Product[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<StoredRow>(select, [storefront])
    return rows.map((row) =>
      Object.assign(row, { variants: inPlace(row.variants), images: inPlace(row.images) }),
    )
  } finally {
    await client.end()
  }
}

interface StoredRow extends Product {
  variants: Placed<Variant>[]
  images: Placed<Image>[]
}

type Placed<Item> = Item & { position: number }

/** Items in the order of their positions, from 1: a missing or repeated position leaves a gap. */
function inPlace<Item>(items: Placed<Item>[]): Omit<Placed<Item>, 'position'>[] {
  const places: Omit<Placed<Item>, 'position'>[] = []
  for (const { position, ...item } of items) places[position - 1] = item
  return places
}

/** At least two decimals, without further trailing zeros, as `Product` writes a price. */
const money = (column: string) => `to_char(${column}, 'FM9999999990.0099')`

const select = `
  select handle, title, description_html as "descriptionHtml", vendor, product_type as "productType", tags, status,
    seo_title as "seoTitle", seo_description as "seoDescription", metadata,
    array_remove(array[option1_name, option2_name, option3_name], null) as "optionNames",
    (
      select coalesce(json_agg(json_build_object(
        'position', v.position,
        'optionValues', array_remove(array[option1_value, option2_value, option3_value], null),
        'sku', sku,
        'barcode', barcode,
        'price', ${money('price')},
        'compareAtPrice', ${money('compare_at_price')},
        'inventoryQuantity', inventory_quantity,
        'weightGrams', trim_scale(weight_grams)::text,
        'requiresShipping', requires_shipping,
        'taxable', taxable,
        'imageUrl', i.url
      )), '[]')
      from variants v
      left join product_images i using (storefront_id, product_id, image_id)
      where v.storefront_id = p.storefront_id and v.product_id = p.product_id
    ) as variants,
    (
      select coalesce(json_agg(json_build_object('position', position, 'url', url, 'alt', alt)), '[]')
      from product_images i
      where i.storefront_id = p.storefront_id and i.product_id = p.product_id
    ) as images
  from products p
  where storefront_id = $1
  order by handle`
