import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { findCompose, runQuietly } from '../../deploy/local/commands.ts'
import { createApi } from '../support/api.ts'
import { csvOf } from '../support/canonical-file.ts'
import { waitFor } from '../support/wait-for.ts'
import { buildImages, clearUp, docker, nameOf, withBases } from './engine.ts'

const file = fileURLToPath(new URL('../../deploy/compose.yaml', import.meta.url))
const project = nameOf('compose')
const secret = randomBytes(32).toString('hex')

let environment: Record<string, string>
beforeAll(async () => {
  await clearUp({ own: false })
  environment = {
    COMPOSE_PROJECT_NAME: project,
    CATALOG_TAG: await buildImages(),
    // For docker-compose 1.29, per answer of the engine: a busy machine takes longer than its default of a minute.
    COMPOSE_HTTP_TIMEOUT: '600',
    // Any free port.
    CATALOG_PORT: '0',
    CATALOG_AUTH_SECRET: secret,
    CATALOG_DATABASE_PASSWORD: randomBytes(18).toString('hex'),
    CATALOG_READER_PASSWORD: randomBytes(18).toString('hex'),
    ...Object.fromEntries(
      ['GATEWAY', 'IMPORT', 'EXPORT', 'IMAGE', 'OPERATOR'].map((user) => [
        `CATALOG_NATS_${user}_PASSWORD`,
        randomBytes(18).toString('hex'),
      ]),
    ),
  }
}, 1_200_000)
afterAll(() => clearUp(), 900_000)

test('one command starts the whole system, on 127.0.0.1 only, and another removes all of it', async () => {
  await compose('up', '--detach', '--no-build')
  const address = (await compose('port', 'gateway', '8080')).trim()
  expect(address).toMatch(/^127\.0\.0\.1:\d+$/)
  const api = createApi({ baseUrl: () => `http://${address}`, secret })
  await waitFor(
    'the gateway',
    async () => (await api.request('/readyz').catch(() => undefined))?.ok ?? false,
    {
      timeoutMs: 300_000,
    },
  )
  const draft = await api.upload(csvOf([{ handle: 'cup', title: 'Cup', variant_price: '7.99' }]))
  expect(await api.confirm(draft.draft_id)).toMatchObject({ status: 'completed', added: 1 })
  const exported = await api.request('/api/products/export')
  expect(await exported.text()).toContain('cup,Cup')
  expect((await api.request('/admin/', { storefront: null })).headers.get('content-type')).toContain('html')

  const ports = await docker('ps', '--filter', `name=${project}`, '--format', '{{.Names}} {{.Ports}}')
  expect(ports.split('\n').filter((line) => line.includes('->'))).toHaveLength(1)
  await compose('down', '--volumes')
  expect(await docker('ps', '--all', '--quiet', '--filter', `name=${project}`)).toBe('')
  expect(await docker('volume', 'ls', '--quiet', '--filter', `name=${project}`)).toBe('')
}, 900_000)

test('a start without secrets says what to do', async () => {
  environment.CATALOG_AUTH_SECRET = ''
  await expect(compose('config', '--quiet')).rejects.toThrow('deploy/.env')
}, 900_000)

async function compose(...args: string[]): Promise<string> {
  const [program, ...first] = findCompose() ?? []
  if (program === undefined)
    throw new Error('Neither `docker compose` nor docker-compose is here: install one.')
  return await runQuietly(withBases, [program, ...first, '--file', file, ...args], environment)
}
