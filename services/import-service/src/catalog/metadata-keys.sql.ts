import type { Knex } from 'knex'
import type { ProductStatus } from '@catalog/catalog'
import type { ImportPlan } from '@catalog/preview'
import { change, query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

// All statements that write `metadata_keys`.

/** How many products of a status have a metadata key. */
export interface MetadataKey {
  status: ProductStatus
  key: string
  products: number
}

/** The stored keys, ordered by status and key; those of the catalog if its counts are valid. */
export async function findMetadataKeys(database: Database, storefrontId: string): Promise<MetadataKey[]> {
  return await query<MetadataKey>(database)`
    select status, key, product_count as products from metadata_keys
    where storefront_id = ${storefrontId}
    order by status, key`
}

/** The caller must have the storefront's lock. */
export async function replaceMetadataKeys(
  transaction: Knex.Transaction,
  storefrontId: string,
  keys: MetadataKey[],
): Promise<void> {
  await change(transaction)`delete from metadata_keys where storefront_id = ${storefrontId}`
  if (keys.length === 0) return
  await change(transaction)`
    insert into metadata_keys (storefront_id, status, key, product_count)
    select ${storefrontId}, n.status, n.key, n.products
    from unnest(
      ${keys.map(({ status }) => status)}::text[], ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ products }) => products)}::bigint[]
    ) as n (status, key, products)`
}

/** Adjusts the stored keys by what the plan is about to change. The caller must have the storefront's lock. */
export async function moveMetadataKeys(
  transaction: Knex.Transaction,
  storefrontId: string,
  { products }: ImportPlan,
): Promise<void> {
  const written = countKeys([...products.adds, ...products.updates])
  const updated = products.updates.map(({ productId }) => productId)
  if (written.length + updated.length === 0) return
  const moved = await query<{ product_count: number }>(transaction)`
    insert into metadata_keys as k (storefront_id, status, key, product_count)
    select ${storefrontId}, m.status, m.key, sum(m.products)::bigint
    from (
      select n.status, n.key, n.products
      from unnest(
        ${written.map(({ status }) => status)}::text[], ${written.map(({ key }) => key)}::text[],
        ${written.map((each) => each.products)}::bigint[]
      ) as n (status, key, products)
      union all
      select p.status, b.key, -1
      from products p cross join lateral jsonb_object_keys(p.metadata) as b (key)
      where p.storefront_id = ${storefrontId} and p.product_id = any(${updated}::uuid[]) and p.metadata <> '{}'
    ) m
    group by m.status, m.key
    having sum(m.products) <> 0
    on conflict (storefront_id, status, key) do update set product_count = k.product_count + excluded.product_count
    returning product_count`
  if (moved.every((key) => key.product_count !== 0)) return
  await change(transaction)`
    delete from metadata_keys where storefront_id = ${storefrontId} and product_count = 0`
}

function countKeys(
  products: Pick<ImportPlan['products']['adds'][number], 'status' | 'metadata'>[],
): MetadataKey[] {
  const counted = new Map<string, MetadataKey>()
  for (const { status, metadata } of products) {
    for (const key in metadata) {
      const name = `${status} ${key}`
      const known = counted.get(name)
      if (known) known.products += 1
      else counted.set(name, { status, key, products: 1 })
    }
  }
  return [...counted.values()]
}
