import type { Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { csvOf } from './support/canonical-file.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startImageHost } from './support/image-host.ts'
import { startSystem } from './support/system.ts'
import { passOn, startTcpProxy } from './support/tcp-proxy.ts'
import { waitFor } from './support/wait-for.ts'

const undo = disposeAfterAll()
/** Of the proxy in front of PostgreSQL; paused, a server that hangs behind connections that stay open. */
const sockets = new Set<Socket>()
let hangs = false
const database = undo.use(await createDatabase())
const proxy = undo.use(
  await startTcpProxy(new URL(database.url), (client, upstream) => {
    for (const socket of [client, upstream]) sockets.add(socket)
    passOn(client, upstream)
    if (hangs) client.pause()
  }),
)
const through = (address: string) => Object.assign(new URL(address), { host: proxy.host }).href
const images = undo.use(await startImageHost())
const system = undo.use(
  await startSystem({
    database: { ...database, url: through(database.url), readerUrl: through(database.readerUrl) },
    env: { all: { CATALOG_IMAGE_ALLOWED_HOSTS: images.host } },
  }),
)

const shop = { storefront: 'shop' }
const services = ['import-service', 'export-service'] as const
const readiness = async (service: (typeof services)[number]) =>
  (await fetch(`http://127.0.0.1:${system.services[service].healthPort}/health/ready`)).status

test('a PostgreSQL that hangs makes services unready and costs no image; they go on with it', async () => {
  const pictures = images.hold()
  const file = csvOf([{ handle: 'a', title: 'A', variant_price: '1', image_url: images.url('/a.jpg') }])
  const { run_id } = await system.confirm((await system.upload(file, shop)).draft_id, shop)
  await waitFor('the request for the picture', () => images.requests('/a.jpg') > 0)

  hangs = true
  for (const socket of sockets) socket.pause()
  pictures.open()
  for (const service of services)
    await waitFor(`${service} to be unready`, async () => (await readiness(service)) === 503)
  const refused = await system.request('/api/products/imports/runs', shop)
  expect([503, 504]).toContain(refused.status)

  hangs = false
  for (const socket of sockets) socket.resume()
  for (const service of services)
    await waitFor(`${service} to be ready`, async () => (await readiness(service)) === 200)
  const run = await system.waitForRun(run_id, undefined, shop)
  expect(run.image_outcomes).toMatchObject([{ outcome: 'fetched' }])
  expect((await system.request('/api/products/export', shop)).status).toBe(200)
})
