import { tmpdir } from 'node:os'
import { beforeEach, expect, test } from '@jest/globals'
import { catalogExports } from '@catalog/contracts'
import { createMetrics } from '../packages/telemetry/src/create-metrics.ts'
import { connectDatabase } from '../services/export-service/src/database.ts'
import { exportCatalog } from '../services/export-service/src/export-catalog.ts'
import { createExportMetrics } from '../services/export-service/src/metrics.ts'
import type { ExportMetrics } from '../services/export-service/src/metrics.ts'
import { readAheadWithin } from '../services/export-service/src/read-ahead.ts'
import { startTestGateway } from '../services/gateway/src/testing/test-gateway.ts'
import type { TestGateway } from '../services/gateway/src/testing/test-gateway.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startNats } from './support/nats.ts'
import { waitFor } from './support/wait-for.ts'

/*
 * A gateway and the handler of export-service, on a real NATS and PostgreSQL, with a pool of four connections and small
 * buffers: an export that its client does not read keeps its connection.
 */

const undo = disposeAfterAll()
const testDatabase = undo.use(await createDatabase())
const nats = undo.use(await startNats())
const writer = await testDatabase.connect()
// Far more of this storefront than sockets and windows can buffer.
await writer.query(
  `insert into products (storefront_id, product_id, handle, title, description_html)
   select storefront, gen_random_uuid(), 'product-' || n, 'Product', repeat('x', size)
   from (values ('many', 600, 65536), ('one', 1, 10), ('two', 1, 10), ('big', 600, 65536),
          ('huge', 600, 65536), ('three', 1, 10))
     as shops (storefront, products, size)
   cross join generate_series(1, products) n`,
)

let leaving: AbortController
/** Referenced, because a garbage-collected response is cancelled. */
let answers: Response[]
beforeEach(() => {
  leaving = new AbortController()
  answers = []
})

/**
 * @param waitMs how long an export waits for its connection, in milliseconds
 * @param patienceMs how long it waits for its reader while others wait for a connection
 */
async function startExports(waitMs: number, patienceMs = Infinity) {
  await using started = new AsyncDisposableStack()
  const gateway = started.use(await startTestGateway({ CATALOG_LIMIT_EXPORTS: '100' }, { natsUrl: nats.url }))
  const database = started.use(
    connectDatabase(testDatabase.readerUrl, {
      onConnectionLost: () => {},
      maxConnections: 4,
      connectTimeoutMs: 120_000,
      waitMs,
    }),
  )
  const metrics = createExportMetrics(createMetrics('export-service', '1.2.3').registry)
  const readAhead = readAheadWithin(
    { memoryBytes: 0, diskBytes: 0, patienceMs },
    { folder: tmpdir(), isAnyoneKeptOut: () => database.isAnyoneKeptOut() },
  )
  const context = { database, metrics, readAhead }
  started.use(
    await gateway.serveFake((service) =>
      service.send(catalogExports.exportCatalog, async (input, { signal }) => ({
        ...(await exportCatalog(context, input, signal)),
        completed: () => {},
      })),
    ),
  )
  // First, because an export that nobody reads would keep the service from ending.
  started.defer(() => leaving.abort())
  const stack = started.move()
  return { gateway, metrics, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** An answer whose body is not read. */
async function ask(gateway: TestGateway, storefront: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${await gateway.token({ storefront_id: storefront })}` }
  const response = await gateway.fetch('/api/products/export', { headers, signal: leaving.signal })
  answers.push(response)
  return response
}

async function connectionsOf({ connections }: ExportMetrics): Promise<number> {
  return (await connections.get()).values[0]?.value ?? 0
}

test('storefronts that ask for many exports do not keep others out', async () => {
  await using system = await startExports(1_000_000)
  const { gateway, metrics } = system
  const begun: string[] = []
  const askForMany = (storefront: string) =>
    Array.from({ length: 12 }, () =>
      ask(gateway, storefront).then(
        // On a slow machine the gateway may give up those that wait, which shows nothing of who gets a connection.
        ({ status }) => status === 200 && begun.push(storefront),
        () => 'left',
      ),
    )
  const asked = askForMany('many')
  await waitFor('its share of the connections', () => begun.length === 2)
  asked.push(...askForMany('big'))
  await waitFor('that of another one', () => begun.length === 3)

  for (const storefront of ['one', 'two', 'three', 'one']) {
    const response = await ask(gateway, storefront)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('product-1')
  }
  expect(begun).toEqual(['many', 'many', 'big'])
  await waitFor(
    'the last of these to give its connection back',
    async () => (await connectionsOf(metrics)) === 3,
  )

  leaving.abort()
  await Promise.all(asked)
  await waitFor('the connections to be free', async () => (await connectionsOf(metrics)) === 0)
  // Exports that were aborted while they waited never had a connection.
  const { values } = await metrics.durationSeconds.get()
  const ends = values.filter(({ metricName }) => metricName === 'catalog_export_duration_seconds_count')
  expect(Object.fromEntries(ends.map(({ labels, value }) => [labels.outcome, value]))).toMatchObject({
    completed: 4,
    cut: 3,
    failed: 0,
  })
})

test('an export that gets no slot in time is told when to retry, and whether the storefront’s own exports occupy them', async () => {
  await using system = await startExports(200)
  const { gateway, metrics } = system
  for (const storefront of ['many', 'many']) expect((await ask(gateway, storefront)).status).toBe(200)

  const own = await ask(gateway, 'many')
  expect([own.status, await own.json()]).toMatchObject([
    429,
    { code: 'rate_limited', detail: expect.stringMatching(/^Other exports of this storefront/) },
  ])
  expect(Number(own.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)

  expect((await ask(gateway, 'big')).status).toBe(200)
  await waitFor('three connections', async () => (await connectionsOf(metrics)) === 3)
  const bigToo = await ask(gateway, 'big')
  expect(bigToo.status).toBe(429)

  leaving.abort()
  leaving = new AbortController()
  await waitFor('the connections to be free', async () => (await connectionsOf(metrics)) === 0)
  expect((await ask(gateway, 'many')).status).toBe(200)
})

test('exports of several storefronts that nobody reads keep no other one out', async () => {
  await using system = await startExports(1_000_000, 100)
  const { gateway, metrics } = system
  for (const storefront of ['many', 'many', 'big', 'huge'])
    expect((await ask(gateway, storefront)).status).toBe(200)
  expect(await connectionsOf(metrics)).toBe(4)

  const other = await ask(gateway, 'one')
  expect(await other.text()).toContain('product-1')
  // Only as many as the other one needed.
  await waitFor('one to be cut', async () => (await connectionsOf(metrics)) === 3)
  leaving.abort()
})

test('if every connection is in use, other storefronts get that answer too', async () => {
  await using system = await startExports(200)
  const { gateway, metrics } = system
  const client = await testDatabase.connect()
  try {
    // Blocks every export before its first byte, even for storefronts with one product.
    await client.query('begin; lock table products')
    const holding = ['many', 'one', 'two', 'three'].map((storefront) => ask(gateway, storefront))
    await waitFor('all connections to be taken', async () => (await connectionsOf(metrics)) === 4)
    const refused = await ask(gateway, 'big')
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({
      code: 'unavailable',
      detail: expect.stringMatching(/^Too many exports are running at the moment\. Try again in \d+ s\.$/),
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    await client.query('rollback')
    for (const response of await Promise.all(holding)) expect(response.status).toBe(200)
  } finally {
    await client.end()
  }
})
