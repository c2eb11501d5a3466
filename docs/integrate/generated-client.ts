// node generated-client.ts products.csv: uploads a file, applies it, and lists what the catalog has then, by a client that
// `npx oazapfts <address of the gateway>/api/openapi.json catalog.ts` has made.
import { openAsBlob } from 'node:fs'
import { ok } from '@oazapfts/runtime'
import { confirmDraft, createDraft, defaults, listProducts } from './catalog.ts'
import type { CatalogProduct } from './catalog.ts'

defaults.baseUrl = process.env['CATALOG_URL'] ?? ''
defaults.headers = { Authorization: `Bearer ${process.env['CATALOG_TOKEN']}` }

const file = await openAsBlob(process.argv[2] ?? '')
const { draft_id, preview } = await ok(createDraft({ file, choice: { products: 'new' } }))
console.log(`${preview.adds} new rows, ${preview.errors} with errors`)
await ok(confirmDraft(draft_id))

for (let cursor: string | null | undefined; cursor !== null;) {
  const page = await ok(listProducts({ limit: 1, ...(cursor && { cursor }) }))
  for (const product of page.products) console.log(product.handle, pricesOf(product))
  cursor = page.next_cursor
}

function pricesOf({ variants }: CatalogProduct): string {
  return variants.map(({ sku, price }) => `${sku} ${price}`).join(', ')
}
