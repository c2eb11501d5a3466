import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { imports, ServiceError } from '@catalog/contracts'
import { connectNats, request, upload } from '@catalog/messaging'
import type { Nats } from '@catalog/messaging'
import type { Client } from 'pg'
import { startWatchdog } from '../deploy/local/processes.ts'
import { csvOf } from './support/canonical-file.ts'
import { cutOffRefusal, startCutOffNode } from './support/cut-off-node.ts'
import type { CutOffNode } from './support/cut-off-node.ts'
import { createDatabase } from './support/database.ts'
import { describeInNamespace } from './support/describe-in-namespace.ts'
import { startNats } from './support/nats.ts'
import { startServiceProcess } from './support/service-process.ts'
import type { ServiceProcess } from './support/service-process.ts'
import { waitFor } from './support/wait-for.ts'

describeInNamespace('a node that loses the network in the middle of an apply', cutOffRefusal(), () => {
  const undo = new AsyncDisposableStack()
  afterAll(() => undo.disposeAsync())

  let node: CutOffNode
  let database: Client
  let nats: Nats
  let cutOff: ServiceProcess
  let startOther: () => Promise<ServiceProcess>

  beforeAll(async () => {
    const watchdog = undo.use(startWatchdog())
    const [server, store] = await Promise.all([
      // It notices after three seconds what it notices after 15 in production.
      startNats({ watchdog, config: { text: 'ping_interval: "1s"', env: {} } }),
      createDatabase(),
    ])
    undo.use(server)
    undo.use(store)
    database = await store.connect()
    node = undo.use(await startCutOffNode([new URL(store.url), new URL(server.url)]))
    // PostgreSQL ends what holds locks and says nothing after two seconds instead of 60.
    const url = new URL(store.url)
    url.searchParams.set('idle_in_transaction_session_timeout', '2000')
    const env = {
      CATALOG_NATS_URL: server.url,
      CATALOG_DATABASE_URL: url.href,
      CATALOG_HEALTH_PORT: '0',
      NODE_OPTIONS: '',
    }
    startOther = async () => {
      const service = await startServiceProcess('import-service', { env, watchdog })
      undo.defer(() => service.stop())
      return service
    }
    cutOff = await startServiceProcess('import-service', { env, watchdog, within: node.command })
    undo.defer(() => cutOff.stop('SIGKILL'))
    nats = undo.use(await connectNats({ url: server.url, name: 'test', log: quiet }))
  })

  const of = { storefront_id: 'cut-off' }
  const file = Buffer.from(csvOf([{ handle: 'lamp', title: 'Lamp', variant_price: '1' }]))
  const countProducts = async () =>
    Number((await database.query('select count(*) from products')).rows[0].count)
  const statesOf = async (application: string) =>
    (
      await database.query(
        `select state, wait_event_type from pg_stat_activity
         where datname = current_database() and application_name = $1`,
        [application],
      )
    ).rows

  test('another replica applies the draft, and the cut-off one continues when the network is back', async () => {
    const { draft_id } = await upload(nats, imports.createDraft, of, oneChunk(file))

    // The apply waits in the middle of its statements.
    await database.query('begin; lock table products in share mode')
    const confirm = request(nats, imports.confirmDraft, { ...of, draft_id })
    const lost = confirm.then(null, (error: unknown) => error)
    await waitFor('an apply that waits', async () =>
      (await statesOf('import-service')).some(({ wait_event_type }) => wait_event_type === 'Lock'),
    )
    await node.cut()
    await database.query('rollback')
    await waitFor('a transaction that holds its locks for nobody', async () =>
      (await statesOf('import-service')).some(({ state }) => state === 'idle in transaction'),
    )
    expect(await lost).toMatchObject({ code: expect.stringMatching(/^(unavailable|timeout)$/) })
    expect(await countProducts()).toBe(0)

    const other = await startOther()
    const { run, created } = await waitFor('a confirm by the other replica', () =>
      request(nats, imports.confirmDraft, { ...of, draft_id }).catch(nullIfTransient),
    )
    expect({ draft_id: run.draft_id, created }).toEqual({ draft_id, created: true })
    expect(await countProducts()).toBe(1)

    await waitFor('the cut-off replica to give its apply up, while it has no network', () =>
      cutOff.events.some(({ event }) => event === 'import_apply_failed'),
    )
    // Nothing is sent to the cut-off replica any more: any of these would be lost there, with a probability of a half.
    for (let times = 0; times < 10; times += 1)
      expect(await request(nats, imports.summarizeCatalog, of)).toMatchObject({ product_count: 1 })

    await node.restore()
    await waitFor('a reconnect', () => cutOff.logs.some(({ message }) => message === 'nats reconnected'))
    await other.stop()
    const again = await waitFor('an upload to the first replica', () =>
      upload(nats, imports.createDraft, of, oneChunk(file)).catch(nullIfTransient),
    )
    expect(again.preview).toMatchObject({ adds: 0, unchanged: 1 })
    expect(await countProducts()).toBe(1)
  })
})

const quiet = { info: ignore, warn: ignore, error: ignore }

function ignore(): void {}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function nullIfTransient(error: unknown): null {
  if (error instanceof ServiceError && (error.code === 'unavailable' || error.code === 'timeout')) return null
  throw error
}
