import { mkdtempDisposable } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { listen } from '../../../../test/support/listen.ts'
import { openGcsStore } from './gcs.ts'

const undo = disposeAfterAll()
const environment = { ...process.env }
/** How the metadata server answers requests for a token. */
let giveToken: RequestListener
/** The `Authorization` headers that the object store received. */
const authorizations: unknown[] = []

const { path: home } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-identity-')))
const metadata = undo.use(
  await listen(
    createServer((request, response) => {
      response.setHeader('metadata-flavor', 'Google')
      if (request.url?.includes('/token')) giveToken(request, response)
      else response.end('default')
    }),
  ),
)
const storage = undo.use(
  await listen(
    createServer((request, response) => {
      authorizations.push(request.headers.authorization)
      response.writeHead(404).end('No such object')
    }),
  ),
)
const endpoint = `http://${storage.host}`
Object.assign(process.env, {
  // Hides a key file of the person who runs the tests.
  HOME: home,
  GOOGLE_APPLICATION_CREDENTIALS: '',
  NO_PROXY: '127.0.0.1',
  GCE_METADATA_HOST: metadata.host,
  // Else the client looks for a metadata server, and takes it for missing where it does not answer within 3 s,
  METADATA_SERVER_DETECTION: 'assume-present',
  // and asks a gcloud that this machine may have.
  GOOGLE_CLOUD_PROJECT: 'project',
})
beforeEach(() => void authorizations.splice(0))
afterAll(() => {
  process.env = { ...environment }
})

/** A store that asks the metadata server first, and asks again for so long where it gives no token. */
function openStore(retryMs: number) {
  const attemptMs = 300_000
  const limits = { attemptMs, totalMs: attemptMs + retryMs, firstPauseMs: 5 }
  return openGcsStore({ bucket: 'bucket', endpoint, identified: true, limits })
}

test("requests bear the token that the host's metadata server gives, asked for once", async () => {
  let issued = 0
  giveToken = (_request, response) => {
    issued += 1
    const token = { access_token: `token-${issued}`, expires_in: 3600, token_type: 'Bearer' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(token))
  }
  const store = openStore(300_000)
  expect(await store.get('a.webp')).toBeNull()
  expect(await store.get('b.webp')).toBeNull()
  // More than one token is issued only if the client abandoned the first request after 3 s of a paused machine.
  expect(authorizations).toEqual([`Bearer token-${issued}`, `Bearer token-${issued}`])
})

test.each([403, 404])(
  'a host that answers %d in place of a token is an error, never an object that is not there',
  async (status) => {
    giveToken = (_request, response) => {
      response.writeHead(status).end('not for you')
    }
    const store = openStore(50)
    const failure = { name: 'ObjectStoreError', code: 'no_identity' }
    await expect(store.get('a.webp')).rejects.toMatchObject(failure)
    await expect(store.put('a.webp', Buffer.from('x'))).rejects.toMatchObject(failure)
    expect(authorizations).toEqual([])
  },
)

test('a metadata server that never answers counts as giving no token, within the time of an attempt', async () => {
  giveToken = () => undefined
  const limits = { attemptMs: 600, totalMs: 600, firstPauseMs: 5 }
  const store = openGcsStore({ bucket: 'bucket', endpoint, identified: true, limits })
  const failure = { name: 'ObjectStoreError', code: 'no_identity' }
  await expect(store.put('a.webp', Buffer.from('x'))).rejects.toMatchObject(failure)
  await expect(store.get('a.webp')).rejects.toMatchObject(failure)
  await expect(store.deleteBelow('a', 1)).rejects.toMatchObject(failure)
  expect(authorizations).toEqual([])
})
