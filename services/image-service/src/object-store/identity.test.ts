import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'

let undo: AsyncDisposableStack
const environment = { ...process.env }

beforeEach(async () => {
  undo = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'catalog-identity-'))
  undo.defer(() => rm(home, { recursive: true }))
  // No key file of whoever runs the tests.
  Object.assign(process.env, { HOME: home, GOOGLE_APPLICATION_CREDENTIALS: '', NO_PROXY: '127.0.0.1' })
})
afterEach(async () => {
  process.env = { ...environment }
  await undo.disposeAsync()
})

/** An object store behind which the metadata server answers a request for a token like this. */
async function openStore(giveToken: RequestListener) {
  const metadata = await listen((request, response) => {
    response.setHeader('metadata-flavor', 'Google')
    if (request.url?.includes('/token')) giveToken(request, response)
    else response.end('default')
  })
  process.env.GCE_METADATA_HOST = metadata
  const authorizations: unknown[] = []
  const storage = await listen((request, response) => {
    authorizations.push(request.headers.authorization)
    response.writeHead(404).end('No such object')
  })
  // It remembers what it found out about the host.
  jest.resetModules()
  const { openGcsStore } = await import('./gcs.ts')
  const store = openGcsStore({
    bucket: 'bucket',
    endpoint: `http://${storage}`,
    identified: true,
    limits: { tryMs: 10_000, totalMs: 10_050, firstPauseMs: 5 },
  })
  return { store, authorizations }
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test("requests bear the token that the host's metadata server gives, asked for once", async () => {
  let given = 0
  const { store, authorizations } = await openStore((_request, response) => {
    given += 1
    const token = { access_token: `token-${given}`, expires_in: 3600, token_type: 'Bearer' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(token))
  })
  expect(await store.get('a.webp')).toBeNull()
  expect(await store.get('b.webp')).toBeNull()
  expect(authorizations).toEqual(['Bearer token-1', 'Bearer token-1'])
})

test.each([403, 404])(
  'a host that answers %d in place of a token is an error, never an object that is not there',
  async (status) => {
    const { store, authorizations } = await openStore((_request, response) => {
      response.writeHead(status).end('not for you')
    })
    const failure = { name: 'ObjectStoreError', code: 'no_identity' }
    await expect(store.get('a.webp')).rejects.toMatchObject(failure)
    await expect(store.put('a.webp', Buffer.from('x'))).rejects.toMatchObject(failure)
    expect(authorizations).toEqual([])
  },
)
