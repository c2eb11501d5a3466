import type { Client } from 'pg'

export const variantsEach = 5
export const imagesEach = 2

/** Fills a storefront with products of five variants and two images each, as if imported. */
export async function seedCatalog(client: Client, storefrontId: string, productCount: number): Promise<void> {
  const values = [storefrontId, productCount]
  await client.query(
    `insert into products (
       storefront_id, product_id, handle, title, description_html, vendor, product_type, tags, status,
       seo_title, seo_description, option1_name, metadata
     )
     select $1, ${id('n', 'p')}, 'product-' || lpad((n::bigint * 7919 % 1000003)::text, 7, '0'), 'Product no. ' || n,
       '<p>' || repeat('A soft, warm and "durable" thing. ', 12) || n || '</p>', 'Vendor ' || n % 50, 'Type ' || n % 20,
       array['alpha', 'beta', 'tag' || n % 30], (array['active', 'active', 'draft', 'archived'])[1 + n % 4],
       'Product ' || n || ' at its best', 'All that there is to say about product ' || n, 'Size',
       case when n % 4 = 0 then jsonb_build_object('material', 'cotton', 'care-' || n % 8, 'wash, cold') else '{}' end
     from generate_series(1, $2::int) n`,
    values,
  )
  await client.query(
    `insert into product_images (storefront_id, product_id, image_id, position, url, normalized_url, alt)
     select $1, ${id('n', 'p')}, ${id(`(n * ${imagesEach} + k)`, 'i')}, k, url, url, 'Picture ' || k
     from generate_series(1, $2::int) n, generate_series(1, ${imagesEach}) k,
       lateral (select 'https://cdn.example.com/shop/files/' || n || '-' || k || '.jpg?v=1680000000' as url) u`,
    values,
  )
  await client.query(
    `insert into variants (
       storefront_id, product_id, variant_id, position, option1_value, sku, barcode, price, compare_at_price,
       inventory_quantity, weight_grams, image_id
     )
     select $1, ${id('n', 'p')}, ${id(`(n * ${variantsEach} + k)`, 'v')}, k, 'Size ' || k, 'SKU-' || n || '-' || k,
       '40' || lpad((n * ${variantsEach} + k)::text, 11, '0'), n % 500 + 0.9 + k, case when n % 3 = 0 then 600 end,
       n % 100, 120.5 * k, ${id(`(n * ${imagesEach} + 1)`, 'i')}
     from generate_series(1, $2::int) n, generate_series(1, ${variantsEach}) k`,
    values,
  )
  await client.query('vacuum (analyze) products, product_images, variants')
}

/** A UUIDv7 in form, ordered like the numbers that it is made of, as an import's are. */
function id(number: string, kind: string): string {
  const digest = `md5($1 || '${kind}' || ${number})`
  return `(lpad(to_hex(${number}), 12, '0') || '7' || substr(${digest}, 1, 3) || '8' || substr(${digest}, 4, 15))::uuid`
}
