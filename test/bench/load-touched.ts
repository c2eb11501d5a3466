import { createAddressGuard } from '@catalog/address-guard'
import { plainProductColumns, plainVariantColumns } from '@catalog/catalog'
import type { Client } from 'pg'
import { readFile } from '@catalog/reading'
import type { Context } from '../../services/import-service/src/context.ts'
import { previewFile } from '../../services/import-service/src/drafts/preview-file.ts'
import { copyOut } from './copy-rows.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'
import { alternate, compareTimes, timed } from './alternate.ts'
import type { ImportBench } from './upload-file.ts'
import { watchTransactions } from './watch-transactions.ts'

/**
 * Loads everything for the preview of a file whose products all exist; the floor is COPY of the same rows and columns.
 */
export async function benchLoading(
  client: Client,
  { database }: Context,
  { rounds, storefront }: ImportBench,
): Promise<Finding> {
  const products = makeProducts({ from: 1, count: 1_000, edition: 1 })
  const file = await readFile(canonicalFile(products))
  const handles = products.map(({ handle }) => handle)
  const selects = await threeSelects(client, storefront, handles)
  tell(`draft: loading ${products.length} products`)

  const results = await alternate(rounds, {
    floor: async () => ({ ms: await timed(() => copyAll(client, selects)) }),
    subject: async () => {
      // It loads in one transaction, and computes afterwards.
      const watched = watchTransactions(database)
      const { counts } = await previewFile(
        { database: watched.database, guard: createAddressGuard() },
        storefront,
        file,
      )
      if (counts.updates !== 5_000) throw new Error('the preview has other counts')
      return { ms: watched.ms[0] ?? Number.NaN }
    },
  })
  return {
    what: 'loading what a file of 5,000 rows touches, 50,000 products there, time',
    floor: 'COPY of the three selects',
    goal: { most: 1.5 },
    ...compareTimes(results, 'COPY'),
  }
}

const names = (columns: readonly { stored: { column: string } }[]) =>
  columns.map(({ stored }) => stored.column).join(', ')

/** The loader's selects, with the keys written out, because COPY takes no parameters. */
async function threeSelects(client: Client, storefront: string, handles: string[]): Promise<string[]> {
  const named = `storefront_id = '${storefront}' and handle = any('{${handles.join(',')}}'::text[])`
  const { rows } = await client.query<{ product_id: string }>(
    `select product_id from products where ${named}`,
  )
  const ids = rows.map(({ product_id: id }) => id)
  if (ids.length !== handles.length) throw new Error('not all products are there')
  const ofThem = `storefront_id = '${storefront}' and product_id = any('{${ids.join(',')}}'::uuid[])`
  return [
    `select product_id, version, handle, option1_name, option2_name, option3_name, metadata,
       ${names(plainProductColumns)}
     from products where ${named}`,
    `select product_id, image_id, position, url, alt from product_images where ${ofThem}`,
    `select product_id, variant_id, position, image_id, option1_value, option2_value, option3_value,
       ${names(plainVariantColumns)}
     from variants where ${ofThem}`,
  ]
}

async function copyAll(client: Client, selects: string[]): Promise<void> {
  // By the indexes, as the loader does.
  await client.query('begin read only; set local enable_seqscan = off; set local jit = off')
  for (const select of selects) await copyOut(client, select)
  await client.query('commit')
}
