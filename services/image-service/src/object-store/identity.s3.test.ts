import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from '@jest/globals'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { listen } from '../../../../test/support/listen.ts'
import { startS3Server } from '../../../../test/support/s3-server.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { defaultSilentMs } from './bucket.ts'
import { openS3Store } from './s3.ts'

const undo = disposeAfterAll()
const environment = { ...process.env }
/** How the host's servers of identities answer. */
let identify: RequestListener
/** The requests that they received, each with its path, its body and the header that Amazon wants. */
let asked: { path: string; body: string; header: string }[]
const expiration = '2100-01-01T00:00:00Z'

const server = undo.use(await startS3Server())
await server.createBucket('identified')
const endpoint = server.url
const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = server.env
/** A key that the store accepts. */
const key = { AccessKeyId: AWS_ACCESS_KEY_ID, SecretAccessKey: AWS_SECRET_ACCESS_KEY }
const { path: folder } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-identity-')))
await writeFile(join(folder, 'token'), 'the token of this pod')
const identities = undo.use(await listen(createServer((request, response) => identify(request, response))))
const host = `http://${identities.host}`
beforeEach(() => {
  asked = []
  identify = (request, response) => void answer(request, response)
  process.env = {
    ...environment,
    // Hides the files of the person who runs the tests.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_SERVICE_ENDPOINT: host,
  }
})
afterAll(() => {
  process.env = { ...environment }
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const path = request.url ?? ''
  const header = request.headers['x-aws-ec2-metadata-token'] ?? request.headers.authorization ?? ''
  asked.push({ path, body, header: String(header) })
  response.end(answerTo(path))
}

/** What STS, the agent of a pod's identity and the metadata server of an instance (version 2) answer. */
function answerTo(path: string): string {
  if (path === '/latest/api/token') return 'a session'
  if (path === '/latest/meta-data/iam/security-credentials/') return 'role-of-this-instance'
  if (path !== '/')
    return JSON.stringify({
      Code: 'Success',
      AccessKeyId: key.AccessKeyId,
      SecretAccessKey: key.SecretAccessKey,
      Token: '',
      Expiration: expiration,
    })
  const credentials = Object.entries({ ...key, SessionToken: '', Expiration: expiration })
  const elements = credentials.map(([name, value]) => `<${name}>${value}</${name}>`).join('')
  return `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>${elements}</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`
}

const withWebIdentity = () => ({
  AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'token'),
  AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/catalog-images',
  AWS_ENDPOINT_URL_STS: host,
})

/** A store whose attempts take all the time that they need, and which asks again for so long. */
function openStore(retryMs: number) {
  const attemptMs = 300_000
  const limits = { attemptMs, totalMs: attemptMs + retryMs, firstPauseMs: 5 }
  return openS3Store({ bucket: 'identified', region: 'us-east-1', endpoint, limits })
}

test.each<[string, () => Record<string, string>, object[]]>([
  [
    'the role that its web identity may take',
    withWebIdentity,
    [
      {
        path: '/',
        body: expect.stringMatching(/RoleArn=arn.*catalog-images.*the%20token%20of%20this%20pod$/),
      },
    ],
  ],
  [
    'the identity of its pod or container',
    () => ({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${host}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: join(folder, 'token'),
    }),
    [{ path: '/v1/credentials', header: 'the token of this pod' }],
  ],
  [
    'the role of its instance',
    () => ({}),
    [
      { path: '/latest/api/token' },
      { path: '/latest/meta-data/iam/security-credentials/', header: 'a session' },
      { path: '/latest/meta-data/iam/security-credentials/role-of-this-instance', header: 'a session' },
    ],
  ],
])('requests are signed with %s, asked for once', async (_what, env, requests) => {
  Object.assign(process.env, env())
  const store = openStore(300_000)
  await store.put('a.webp', Buffer.from('webp'))
  expect((await store.get('a.webp'))?.contentLength).toBe(4)
  expect(asked).toEqual(requests.map((request) => expect.objectContaining(request)))
})

test('a host that refuses an identity is an error, never an object that is not there', async () => {
  Object.assign(process.env, withWebIdentity())
  identify = (_request, response) => void response.writeHead(403).end('not for you')
  const failure = { name: 'ObjectStoreError', code: 'no_identity' }
  await expect(openStore(50).get('a.webp')).rejects.toMatchObject(failure)
  await expect(openStore(50).put('a.webp', Buffer.from('x'))).rejects.toMatchObject(failure)
})

test('a server of identities that never answers counts as giving none, and is asked again later', async () => {
  Object.assign(process.env, withWebIdentity())
  const answering = identify
  identify = () => undefined
  const limits = { attemptMs: 600, totalMs: 600, firstPauseMs: 5 }
  const store = openS3Store({ bucket: 'identified', region: 'us-east-1', endpoint, limits, silentMs: 700 })
  const failure = { name: 'ObjectStoreError', code: 'no_identity' }
  await expect(store.put('b.webp', Buffer.from('x'))).rejects.toMatchObject(failure)
  identify = answering
  const stored = () =>
    store.put('b.webp', Buffer.from('x')).then(
      () => true,
      () => false,
    )
  // Less than a connection may be idle by default.
  await waitFor('an identity', stored, { timeoutMs: defaultSilentMs / 2 })
})
