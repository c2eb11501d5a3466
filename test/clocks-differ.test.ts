import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { claimLifetimeMs, imports } from '@catalog/contracts'
import { connectNats, request } from '@catalog/messaging'
import { startWatchdog } from '../deploy/local/processes.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startNats } from './support/nats.ts'
import { startServiceProcess } from './support/service-process.ts'

const undo = disposeAfterAll()

const storefront_id = 'shop'
const run_id = randomUUID()
const watchdog = undo.use(startWatchdog())
const server = undo.use(await startNats({ watchdog }))
const testDatabase = undo.use(await createDatabase())
const nats = undo.use(await connectNats({ url: server.url, name: 'test', log: console }))
const database = await testDatabase.connect()
const env = { CATALOG_NATS_URL: server.url, CATALOG_DATABASE_URL: testDatabase.url, CATALOG_HEALTH_PORT: '0' }
await database.query(
  `insert into import_runs (
     storefront_id, run_id, draft_id, status, added, updated, errored, unchanged, images_total, duration_ms, created_at,
     image_phase_started_at
   ) values ($1, $2, $2, 'fetching_images', 1, 0, 0, 0, 4, 1, now(), now())`,
  [storefront_id, run_id],
)

describe.each([
  ['ahead', 10 * 60_000],
  ['behind', -10 * 60_000],
])('an import-service whose clock is ten minutes %s', (_, ms) => {
  test('keeps claims valid for as long as any other, and takes none from another worker', async () => {
    const service = await startServiceProcess('import-service', {
      env: { ...env, NODE_OPTIONS: `--import=${clockMovedBy(ms)}` },
      watchdog,
    })
    await using end = new AsyncDisposableStack()
    end.defer(() => service.stop())

    const free = await insertImage()
    expect(await claim(free)).toMatchObject({ result: 'granted' })
    const { rows } = await database.query<{ left: number }>(
      `select extract(epoch from claim_expires_at - clock_timestamp())::float8 * 1000 as left
       from run_images where image_id = $1`,
      [free],
    )
    expect(rows[0]?.left).toBeLessThan(claimLifetimeMs + 5_000)
    expect(rows[0]?.left).toBeGreaterThan(-5 * 60_000)

    const held = await insertImage()
    await database.query(
      `update run_images set claim_token = $2, claim_expires_at = now() + interval '5 minutes', attempts = 1,
         request_at = null
       where image_id = $1`,
      [held, randomUUID()],
    )
    expect(await claim(held)).toEqual({ result: 'busy' })
    await database.query(
      `update run_images set claim_expires_at = now() - interval '5 minutes' where image_id = $1`,
      [held],
    )
    expect(await claim(held)).toMatchObject({ result: 'granted', attempt: 2 })
  })
})

function claim(image_id: string) {
  return request(nats, imports.claimImage, { storefront_id, run_id, image_id, token: randomUUID() })
}

async function insertImage(): Promise<string> {
  const imageId = randomUUID()
  await database.query(
    `with product as (
       insert into products (storefront_id, product_id, handle, title) values ($1, $2::uuid, $2::text, 'Vase')
     )
     insert into product_images (storefront_id, product_id, image_id, position, url, normalized_url)
     values ($1, $2::uuid, $2::uuid, 1, 'https://cdn.example/vase.jpg', 'https://cdn.example/vase.jpg')`,
    [storefront_id, imageId],
  )
  await database.query(
    `insert into run_images (storefront_id, run_id, image_id, product_handle, url, request_at)
     values ($1, $2, $3, 'vase', 'https://cdn.example/vase.jpg', now() - interval '1 minute')`,
    [storefront_id, run_id, imageId],
  )
  return imageId
}

/** A module that shifts the clock of the process that imports it. */
function clockMovedBy(ms: number): string {
  const source = `
    const Real = Date
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${ms}) }
      static now() { return Real.now() + ${ms} }
    }`
  return `data:text/javascript,${encodeURIComponent(source)}`
}
