import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import type { ErrorCode } from '@catalog/contracts'
import { grantedBy, scopes } from '@catalog/catalog/scopes'
import { waitFor } from '../../../test/support/wait-for.ts'
import { listen } from '../../../test/support/listen.ts'
import { endpoints } from './api/index.ts'
import { Problem } from './http/problem.ts'
import hostHeaders from './testing/host-headers.json' with { type: 'json' }
import { expectProblem } from './testing/expect-problem.ts'
import { startImportService } from './testing/import-service.ts'
import { api, draftId, imageId, onDraft, onRun } from './testing/samples.ts'
import { startTestGateway } from './testing/test-gateway.ts'
import { useTestGateway } from './testing/use-test-gateway.ts'

const gateway = await useTestGateway()

describe('who may call what', () => {
  const secured = endpoints.flatMap(({ method, path, scope }) =>
    // `fetch` sends `patch` as it is written.
    scope === null ? [] : [{ method: method.toUpperCase(), path, scope }],
  )

  test.each(secured)('$method $path requires a token with $scope', async ({ method, path, scope }) => {
    const granting: readonly string[] = grantedBy[scope]
    const token = await gateway.token({
      scope: scopes.filter((other) => !granting.includes(other)).join(' '),
    })

    const unsigned = await fetch(gateway.baseUrl + path, { method })
    expect(unsigned.headers.get('www-authenticate')).toBe('Bearer')
    await expectProblem(unsigned, 401, 'unauthenticated')

    const refused = await gateway.fetch(path, { method, headers: { Authorization: `Bearer ${token}` } })
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"')
    const { detail } = await expectProblem(refused, 403, 'insufficient_scope')
    expect(detail).toContain(granting.join(' or '))

    for (const one of granting) {
      const headers = { Authorization: `Bearer ${await gateway.token({ scope: one })}` }
      expect((await gateway.fetch(path, { method, headers })).status).not.toBe(403)
    }
  })

  test.each(['Bearer', 'Bearer nonsense', 'Basic YTpi', 'Bearer a b'])('%p is no token', async (header) => {
    const response = await gateway.fetch(`${api}/summary`, { headers: { Authorization: header } })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  })

  test.each(['/healthz', '/readyz', '/api/openapi.json'])('anyone may call %s', async (path) => {
    expect((await fetch(gateway.baseUrl + path)).status).toBe(200)
  })
})

test('who has the OpenAPI document already is not sent it again', async () => {
  const url = `${gateway.baseUrl}/api/openapi.json`
  const first = await fetch(url)
  expect(await first.json()).toHaveProperty('openapi')
  const again = await fetch(url, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

describe('an id that cannot exist is not found', () => {
  test.each<[string, ErrorCode]>([
    [`${api}/imports/42`, 'draft_not_found'],
    [`${api}/imports/42/rows`, 'draft_not_found'],
    [`${api}/imports/%2e%2e%2fruns/errors.csv`, 'draft_not_found'],
    [`${api}/imports/42/products`, 'draft_not_found'],
    [`${api}/imports/runs/42/products`, 'run_not_found'],
    [`${api}/imports/runs/42`, 'run_not_found'],
    [`${api}/imports/runs/42/images`, 'run_not_found'],
    [`${api}/imports/runs/42/rows`, 'run_not_found'],
    [`${api}/imports/runs/42/changes.csv`, 'run_not_found'],
    [`${api}/images/42/thumb`, 'image_not_found'],
    [`${api}/images/${imageId}/huge`, 'image_not_found'],
    [`${api}/nowhere`, 'not_found'],
    ['/', 'not_found'],
  ])('%s', async (path, code) => {
    await expectProblem(await gateway.fetch(path), 404, code)
  })
})

describe('a parameter that is wrong is named', () => {
  const limits = ['0', '501', '-1', '1.5', 'ten', '', '1e2', '0x10', '%20', '1&limit=2']
  test.each([
    ...limits.map((limit) => [`${api}/imports/runs?limit=${limit}`, 'limit']),
    [`${api}/imports/runs?cursor=`, 'cursor'],
    [`${api}/imports/runs?cursor=${'x'.repeat(501)}`, 'cursor'],
    [`${onDraft}/rows?kind=all`, 'kind'],
    [`${onDraft}/rows?kind=add&kind=new`, 'kind'],
    [`${api}/imports?limit=501`, 'limit'],
    [`${onRun}/rows?kind=all`, 'kind'],
    ...['', 'x'.repeat(256), '%00%0A', 'a&q=b'].map((q) => [`${api}/imports/runs?q=${q}`, 'q']),
    ...['status', 'order'].map((name) => [`${api}/imports/runs?${name}=lost`, name]),
    ...['since', 'until'].flatMap((name) => [
      [`${api}/imports/runs?${name}=2026-05-04`, name],
      [`${api}/imports/runs?${name}=2026-02-30T10:00:00Z`, name],
    ]),
    [`${api}/imports/runs?after=1`, 'after'],
    [`${api}/imports/runs?person=`, 'person'],
    ...['kind', 'change', 'risk', 'cause', 'sort'].flatMap((name) => [
      [`${onDraft}/products?${name}=lost`, name],
      [`${onRun}/products?${name}=lost`, name],
    ]),
    [`${onDraft}/products?cause=invalid_number:lost`, 'cause'],
    [`${onDraft}/products?sort=price&sort=title`, 'sort'],
    [`${onDraft}/absent.csv?vendor=`, 'vendor'],
    [`${onDraft}/absent.csv?tag=a%00`, 'tag'],
    [`${onRun}/images?outcome=lost`, 'outcome'],
    [`${api}/export?status=deleted`, 'status'],
    [`${api}/export?status=active&status=draft`, 'status'],
  ])('%s', async (path, parameter) => {
    const problem = await expectProblem(await gateway.fetch(path), 400, 'invalid_request')
    expect(problem.errors?.[0]?.parameter).toBe(parameter)
    expect(problem.detail).toMatch(new RegExp(`^${parameter} (must|is) `))
    if (path.endsWith('lost')) expect(problem.detail).toContain('lost”')
  })

  test('two wrong parameters are named together', async () => {
    const response = await gateway.fetch(`${onDraft}/rows?kind=x&limit=0`)
    const { errors } = await expectProblem(response, 400, 'invalid_request')
    expect(errors?.map(({ parameter }) => parameter)).toEqual(['kind', 'limit'])
  })
})

describe('methods and types', () => {
  test('another method answers 405 and says which are allowed', async () => {
    const deleted = await gateway.fetch(onDraft, { method: 'DELETE' })
    expect(deleted.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'PATCH'])
    await expectProblem(deleted, 405, 'method_not_allowed')
    for (const method of ['GET', 'PUT', 'PROPFIND']) {
      const response = await gateway.fetch(`${onDraft}/confirm`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  test('OPTIONS says which are allowed', async () => {
    const response = await fetch(`${gateway.baseUrl}${api}/imports`, { method: 'OPTIONS' })
    expect([response.status, response.headers.get('allow')]).toEqual([200, 'POST, HEAD, GET'])
  })

  test('HEAD answers like GET, without a body', async () => {
    await using _ = await startImportService(gateway)
    const head = await gateway.fetch(onDraft, { method: 'HEAD' })
    const get = await gateway.fetch(onDraft)
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect(await head.text()).toBe('')
  })

  test('a caller that takes none of our types gets 406', async () => {
    for (const [path, accept] of [
      [onDraft, 'text/csv'],
      [`${api}/export`, 'application/json'],
      [`${api}/images/${imageId}/thumb`, 'image/png'],
    ] as const) {
      await expectProblem(await gateway.fetch(path, { headers: { Accept: accept } }), 406, 'not_acceptable')
    }
  })
})

async function idFor(requestId?: string): Promise<string | null> {
  const headers = requestId === undefined ? {} : { 'X-Request-Id': requestId }
  return (await fetch(`${gateway.baseUrl}/healthz`, { headers })).headers.get('x-request-id')
}

describe('every answer', () => {
  test('carries the request’s own id, or a new one if that is not fit for a log', async () => {
    expect(await idFor('abc-1.2_3')).toBe('abc-1.2_3')
    const made = [await idFor(), await idFor(), await idFor('with space'), await idFor('x'.repeat(129))]
    expect(new Set(made).size).toBe(4)
    for (const id of made) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('has headers that protect browsers, and is not cached', async () => {
    await using _ = await startImportService(gateway)
    for (const path of [onDraft, `${api}/nowhere`]) {
      const { headers } = await gateway.fetch(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  test('is logged by its route, without ids or query', async () => {
    await using _ = await startImportService(gateway)
    await gateway.fetch(`${onDraft}/rows?cursor=secret-cursor`, { headers: { 'X-Request-Id': 'logged' } })
    const [line] = await waitFor('the line', () => {
      const lines = gateway.linesOf('logged')
      return lines.length > 0 && lines
    })
    expect(line).toMatchObject({
      level: 'info',
      message: 'request answered',
      fields: {
        method: 'GET',
        route: '/api/products/imports/{draft_id}/rows',
        status: 200,
        storefront_id: 'shop',
        queue_ms: 0,
        lock_ms: 0,
        sql_ms: 0,
      },
    })
    expect(JSON.stringify(line)).not.toMatch(new RegExp(`secret-cursor|${draftId}`))
  })

  test('is measured by its route', async () => {
    await gateway.fetch(`${api}/nowhere`)
    const metric = gateway.metrics.registry.getSingleMetric('catalog_http_request_duration_seconds')
    const { values = [] } = (await metric?.get()) ?? {}
    expect(values.map(({ labels }) => labels)).toContainEqual({ method: 'GET', route: 'none', status: '404' })
  })

  test.each([
    ['what is no request', 'BREW /coffee HTCPCP/1.0\r\n\r\n'],
    ['a request for no host', requestFor()],
    ['a request for two hosts', requestFor('one.example', 'two.example')],
    ['a request that names its host twice', requestFor('one.example', 'one.example')],
    ...hostHeaders.refused.map((host) => [`a request for the host "${host}"`, requestFor(host)] as const),
  ])('is a problem document, even to %s', async (_, request) => {
    const [head = '', body = ''] = (await answerTo(request)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(head).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}/)
    expect(Problem.parse(JSON.parse(body)).code).toBe('invalid_request')
  })
})

test.each(hostHeaders.accepted)('a request for the host %s is answered', async (host) => {
  expect(await answerTo(requestFor(host))).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/)
})

/** All that the gateway sends on a connection with this request. */
async function answerTo(request: Buffer | string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1')
  socket.write(request)
  return String(Buffer.concat(await socket.toArray()))
}

/** A request without a token, with a `Host` line for each host. */
function requestFor(...hosts: string[]): Buffer {
  const lines = hosts.map((host) => `Host: ${host}\r\n`).join('')
  return Buffer.from(`GET ${api}/summary HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`, 'latin1')
}

test('an unknown expectation is ignored', async () => {
  const answer = await answerTo(
    `GET ${api}/summary HTTP/1.1\r\nHost: here\r\nExpect: miracles\r\nConnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/)
  expect(answer).toMatch(/\r\nX-Request-Id: /)
})

test('the gateway is alive but not ready while it has no NATS, and answers 503 meanwhile', async () => {
  const clients = new Set<Socket>()
  let isThere = true
  // A server that is stopped and started could lose its port to another process in between.
  const proxy = createServer((client) => {
    clients.add(client)
    if (!isThere) client.destroy()
    // If one side ends, the other ends too.
    else pipeline(client, connect(Number(new URL(gateway.natsUrl).port), '127.0.0.1'), client, () => {})
  })
  await using listening = await listen(proxy)
  const natsUrl = `nats://${listening.host}`
  await using lonely = await startTestGateway({}, { natsUrl })
  const isReady = async () => (await lonely.fetch('/readyz')).status === 200
  expect(await isReady()).toBe(true)

  isThere = false
  for (const client of clients) client.destroy()
  await waitFor('the gateway not to be ready', async () => !(await isReady()))
  expect((await lonely.fetch('/healthz')).status).toBe(200)
  expect((await lonely.fetch(`${api}/summary`)).status).toBe(503)

  isThere = true
  await waitFor('the gateway to be ready', isReady)
})
