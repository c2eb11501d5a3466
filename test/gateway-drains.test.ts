import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { imports } from '@catalog/contracts'
import { connectNats, serve } from '@catalog/messaging'
import { isAlive, startWatchdog } from '../deploy/local/processes.ts'
import { summary } from '../services/gateway/src/testing/samples.ts'
import { createApi } from './support/api.ts'
import { startNats } from './support/nats.ts'
import { startServiceProcess } from './support/service-process.ts'
import { waitFor } from './support/wait-for.ts'

test('a gateway that is stopped continues to serve while it drains, and closes each client’s connection', async () => {
  await using undo = new AsyncDisposableStack()
  const server = undo.use(await startNats())
  const nats = undo.use(await connectNats({ url: server.url, name: 'test', log: console }))
  const description = 'Answers in its place'
  const service = undo.use(await serve(nats, { name: 'import-service', version: '0.0.0', description }))
  service.reply(imports.summarizeCatalog, () => Promise.resolve(summary))
  await nats.flush()

  const watchdog = undo.use(startWatchdog())
  const secret = randomBytes(32).toString('hex')
  const gateway = await startServiceProcess('gateway', {
    watchdog,
    env: {
      NODE_OPTIONS: '',
      CATALOG_NATS_URL: server.url,
      CATALOG_PORT: '0',
      CATALOG_AUTH_SECRET: secret,
      CATALOG_LIMIT_REQUESTS_PER_MINUTE: '1000000',
      CATALOG_DRAIN_SECONDS: '300',
    },
  })
  undo.defer(() => gateway.stop('SIGKILL'))
  const api = createApi({ baseUrl: () => `http://127.0.0.1:${gateway.port}`, secret })
  const ask = async () => {
    const response = await api.request('/api/products/summary')
    await response.arrayBuffer()
    expect(response.status).toBe(200)
    return response.headers.get('connection')
  }
  expect(await ask()).toBe('keep-alive')

  process.kill(gateway.pid, 'SIGTERM')
  await waitFor('an answer to be the last one of its connection', async () => (await ask()) === 'close')
  expect(await ask()).toBe('close')

  // A second signal ends it at once.
  process.kill(gateway.pid, 'SIGTERM')
  await waitFor('its end', () => !isAlive(gateway.pid))
})
