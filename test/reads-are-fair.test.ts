import { expect, test } from '@jest/globals'
import { catalogFile } from './support/canonical-file.ts'
import { waitFor } from './support/wait-for.ts'
import { useSystem } from './support/use-system.ts'

/*
 * One server of a distributed PostgreSQL hangs: whatever reads the storefronts that it has waits, until a time limit
 * ends it. Here, reading the runs of one storefront takes longer than that limit.
 */

const slow = { storefront: 'slow' }
const system = await useSystem()
const client = await system.database.connect()
const draft = await system.upload(catalogFile({ products: 1, variants: 1 }), slow)
await system.confirm(draft.draft_id, slow)
await client.query('alter table import_runs rename to all_runs')
await client.query(
  `create view import_runs as select * from all_runs
   where storefront_id <> 'slow' or pg_sleep(300) is not null`,
)

const runs = (storefront: string, signal?: AbortSignal) =>
  system.request('/api/products/imports/runs', { storefront, ...(signal && { signal }) })

test('reads that hang leave connections for the reads of other storefronts', async () => {
  const leaving = new AbortController()
  const hanging = Array.from({ length: 12 }, () => runs('slow', leaving.signal))
  await waitFor('reads that hang', async () => (await countSleeping()) >= 3)

  expect((await runs('quick')).status).toBe(200)
  expect(await Promise.race([...hanging, Promise.resolve('none has ended')])).toBe('none has ended')
  leaving.abort()
  await Promise.allSettled(hanging)
  await waitFor('the end of the reads', async () => (await countSleeping('pg_cancel_backend(pid)')) === 0)
})

async function countSleeping(also = 'pid'): Promise<number> {
  const { rows } = await client.query(
    `select ${also} from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
  )
  return rows.length
}
