import { expect, test } from '@jest/globals'
import { startWatchdog } from '../deploy/local/processes.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startNats } from './support/nats.ts'
import { startServiceProcess } from './support/service-process.ts'
import { waitFor } from './support/wait-for.ts'

/**
 * In a distributed PostgreSQL, a statement over all storefronts fails while one server is down (design.md §11). Here a
 * missing table makes one fail.
 */

const undo = disposeAfterAll()

const runId = '0195d0c0-0000-7000-8000-000000000001'
const watchdog = undo.use(startWatchdog())
const [nats, testDatabase] = await Promise.all([startNats({ watchdog }), createDatabase()])
undo.use(testDatabase)
undo.use(nats)
const env = {
  CATALOG_NATS_URL: nats.url,
  CATALOG_DATABASE_URL: testDatabase.url,
  CATALOG_HEALTH_PORT: '0',
  NODE_OPTIONS: '',
}
const database = await testDatabase.connect()
await database.query(
  `insert into import_runs (
     storefront_id, run_id, draft_id, status, added, updated, errored, unchanged, images_total, duration_ms, created_at,
     image_phase_started_at
   ) values ('one', $1, $1, 'fetching_images', 1, 0, 0, 0, 1, 1, now() - interval '1 minute', now() - interval '1 minute')`,
  [runId],
)

test('import-service starts and is ready nevertheless, and recovers image phases as soon as it can', async () => {
  await database.query('alter table run_images rename to unreachable')
  const service = await startServiceProcess('import-service', { env, watchdog })
  undo.defer(() => service.stop())
  const { status } = await fetch(`http://127.0.0.1:${service.healthPort}/health/ready`)
  expect(status).toBe(200)
  expect(service.events).toEqual([])

  await database.query('alter table unreachable rename to run_images')
  await waitFor('the recovery', () => service.events.length > 0)
  expect(service.events).toMatchObject([
    { event: 'image_phase_recovered', run_id: runId, pending_resumed: 1 },
  ])
})
