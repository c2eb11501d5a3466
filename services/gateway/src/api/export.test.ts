import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { catalogExports, ServiceError } from '@catalog/contracts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { workbookType } from './answers.ts'
import { expectProblem } from '../testing/expect-problem.ts'
import { watchBytes } from '../testing/watched-bytes.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const path = '/api/products/export'

const noFilters = { handles: [], skus: [], vendors: [], product_types: [], tags: [], changed_after: null }

const gateway = await useTestGateway({ CATALOG_LIMIT_EXPORTS: '2' })

/** An export service whose file is what `write` yields. */
async function startExporter(write: () => AsyncGenerator<Buffer, void>) {
  const asked: object[] = []
  const bytes = watchBytes(write)
  const service = await gateway.serveFake((answering) =>
    answering.send(catalogExports.exportCatalog, async (input) => {
      asked.push(input)
      return { head: { product_count: 3, catalog_version: 17, format: input.format }, body: bytes.body() }
    }),
  )
  return { asked, bytes, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

async function* lines(count: number): AsyncGenerator<Buffer> {
  for (let line = 0; line < count; line += 1) yield Buffer.from(`handle-${line},Title\r\n`)
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(65_536, 'a')
}

async function* broken(count: number): AsyncGenerator<Buffer> {
  yield* lines(count)
  throw new Error('the cursor is gone')
}

/** Disconnects once the first bytes of an export are there; resolves, with its lines in the log, once it has ended. */
async function leaveMidway() {
  await using exporter = await startExporter(endless)
  const leaving = new AbortController()
  const id = randomUUID()
  const response = await gateway.fetch(path, { signal: leaving.signal, headers: { 'X-Request-Id': id } })
  await response.body?.getReader().read()
  leaving.abort()
  await waitFor('the release', () => exporter.bytes.open === 0)
  await waitFor('the line', () => gateway.linesOf(id).length > 0)
  return gateway.linesOf(id)
}

test.each([
  ['of the status that is requested', '?status=active', 'active', 'csv', 'text/csv; charset=utf-8'],
  ['of all statuses if none is requested', '', 'all', 'csv', 'text/csv; charset=utf-8'],
  ['an archive of parts if that is requested', '?format=zip', 'all', 'zip', 'application/zip'],
  ['a workbook if that is requested', '?format=xlsx', 'all', 'xlsx', workbookType],
])(
  'is %s: with its name, its bytes and how many products it holds',
  async (_what, query, status, format, type) => {
    await using exporter = await startExporter(() => lines(2000))
    const before = await gateway.count('catalog_export_bytes_total')
    const response = await gateway.fetch(path + query)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    const name = new RegExp(`^attachment; filename="catalog-${status}-\\d{8}T\\d{6}Z\\.${format}"$`)
    expect(response.headers.get('content-disposition')).toMatch(name)
    expect(response.headers.get('x-catalog-product-count')).toBe('3')
    expect(response.headers.get('x-catalog-version')).toBe('17')
    const text = await response.text()
    expect(text.split('\r\n')).toHaveLength(2001)
    expect(exporter.asked).toEqual([{ ...noFilters, storefront_id: 'shop', status, format, columns: null }])
    expect(await gateway.count('catalog_export_bytes_total')).toBe(before + text.length)
  },
)

test('is of a part of the catalog if that is requested, which an export-service of the previous release refuses', async () => {
  {
    await using exporter = await startExporter(() => lines(1))
    await (
      await gateway.fetch(`${path}?handle=a&handle=b&tag=red&changed_after=3&columns=title,metadata.*`)
    ).text()
    expect(exporter.asked).toMatchObject([
      { handles: ['a', 'b'], skus: [], tags: ['red'], changed_after: 3, columns: ['title', 'metadata.*'] },
    ])
  }
  await using _ = await gateway.serveFake((answering) =>
    answering.send(catalogExports.exportCatalog, async () => ({
      head: { product_count: 3, catalog_version: null, format: 'csv' as const },
      body: lines(1),
    })),
  )
  for (const query of ['tag=red', 'columns=title'])
    await expectProblem(await gateway.fetch(`${path}?${query}`), 503, 'unavailable')
  expect((await gateway.fetch(path)).status).toBe(200)
})

test.each([
  ['title,prize', '“prize”'],
  ['', '“”'],
  ['handle', 'besides handle'],
  ['title&columns=tags', 'names of columns'],
])('with the columns %s is 400 invalid_request', async (columns, words) => {
  const response = await gateway.fetch(`${path}?columns=${columns}`)
  expect(await response.clone().json()).toMatchObject({
    errors: [{ parameter: 'columns', message: expect.stringContaining(words) }],
  })
  await expectProblem(response, 400, 'invalid_request')
})

/** How many exports have begun, and how many were aborted behind that. */
async function countExports() {
  const [begun, aborted] = await Promise.all([
    gateway.count('catalog_export_first_byte_seconds_count'),
    gateway.count('catalog_http_answers_aborted_total', `route="${path}"`),
  ])
  return { begun, aborted }
}

test('is counted once its first byte is there, and once more where it fails behind that', async () => {
  const before = await countExports()
  {
    await using _ = await startExporter(() => lines(1))
    for (let each = 0; each < 20; each += 1)
      await (await gateway.fetch(path, { headers: { Connection: 'close' } })).text()
    await waitFor('the ends', async () => (await countExports()).begun === before.begun + 20)
    expect((await countExports()).aborted).toBe(before.aborted)
  }
  {
    await using _ = await startExporter(() => lines(50_000))
    await (await gateway.fetch(path)).text()
  }
  await waitFor('the end', async () => (await countExports()).begun === before.begun + 21)
  {
    await using _ = await startExporter(() => broken(50_000))
    await expect(gateway.fetch(path).then((response) => response.text())).rejects.toThrow()
    await waitFor('the count', async () => (await countExports()).aborted === before.aborted + 1)
  }
  await leaveMidway()
  expect(await countExports()).toEqual({ begun: before.begun + 23, aborted: before.aborted + 1 })
})

test('of nothing is 409 empty_catalog', async () => {
  await using _ = await gateway.serveFake((answering) =>
    answering.send(catalogExports.exportCatalog, async () => {
      throw new ServiceError('empty_catalog', 'No product matches the filter.')
    }),
  )
  const response = await gateway.fetch(path)
  expect(response.headers.get('content-disposition')).toBeNull()
  await expectProblem(response, 409, 'empty_catalog')
})

test('that fails midway is aborted, and never looks complete', async () => {
  await using _ = await startExporter(() => broken(50_000))
  const id = randomUUID()
  const response = await gateway.fetch(path, { headers: { 'X-Request-Id': id } })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
  await waitFor('both lines in the log', () => gateway.linesOf(id).length > 1)
  expect(gateway.linesOf(id)).toMatchObject([
    { level: 'error', message: 'request failed' },
    { level: 'info', message: 'request answered' },
  ])
})

test('that fails before its first byte never looks complete either', async () => {
  await using _ = await startExporter(() => broken(0))
  await expect(gateway.fetch(path).then((response) => response.text())).rejects.toThrow()
})

test('that fails midway is reset in HTTP/1.0, where any other end looks complete', async () => {
  await using _ = await startExporter(() => broken(50_000))
  const { hostname, port } = new URL(gateway.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${path} HTTP/1.0\r\nAuthorization: Bearer ${await gateway.token()}\r\n\r\n`)
  socket.resume()
  await expect(once(socket, 'close')).rejects.toMatchObject({ code: 'ECONNRESET' })
})

describe('a client', () => {
  test('that disconnects frees the export service', async () => {
    expect(await leaveMidway()).toMatchObject([
      { level: 'info', message: 'request answered', fields: { client_gone: true } },
    ])
  })

  test('that reads slowly slows the export service down', async () => {
    await using exporter = await startExporter(endless)
    const request = get(gateway.baseUrl + path, {
      agent: false,
      headers: { Authorization: `Bearer ${await gateway.token()}` },
    })
    await once(request, 'response')
    let last = -1
    // No progress for a while: buffers are full.
    await waitFor(
      'the stand-still',
      () => {
        const still = exporter.bytes.pulled === last
        last = exporter.bytes.pulled
        return still && last > 0
      },
      { everyMs: 300 },
    )
    // Sockets on loopback buffer a few MB; the stream itself has a window of 1 MB.
    expect(exporter.bytes.pulled).toBeLessThan(24 * 1024 * 1024)
    request.destroy()
    await waitFor('the release', () => exporter.bytes.open === 0)
  })

  test('that reads nothing is disconnected, and the export service is free', async () => {
    await using exporter = await startExporter(endless)
    await using hasty = await startTestGateway({}, { natsUrl: gateway.natsUrl, stalledMs: 300 })
    const id = randomUUID()
    const request = get(hasty.baseUrl + path, {
      agent: false,
      headers: { Authorization: `Bearer ${await hasty.token()}`, 'X-Request-Id': id },
    })
    const [response] = await once(request, 'response')
    // The reset is an error of both.
    request.on('error', () => {})
    await waitFor('the release', () => exporter.bytes.open === 0)
    await waitFor('the line', () => hasty.linesOf(id).length > 0)
    expect(hasty.linesOf(id)).toMatchObject([{ fields: { client_gone: true } }])
    await expect(response.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  test('that sends HEAD does not leave an export running', async () => {
    await using exporter = await startExporter(endless)
    const response = await gateway.fetch(path, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-catalog-product-count')).toBe('3')
    await waitFor('the release', () => exporter.bytes.open === 0)
  })

  test('gets 429 for a third export at the same time, until one has ended', async () => {
    await using exporter = await startExporter(endless)
    const leaving = new AbortController()
    // In variables: an answer that is garbage-collected is aborted.
    const first = await gateway.fetch(path, { signal: leaving.signal })
    const second = await gateway.fetch(path)
    const refused = await gateway.fetch(path)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(refused, 429, 'rate_limited')
    expect(first.bodyUsed).toBe(false)
    leaving.abort()
    await waitFor('the first to end', () => exporter.bytes.open === 1)
    const third = await waitFor('room', async () => {
      const response = await gateway.fetch(path)
      return response.status === 200 && response
    })
    await Promise.all([second.body?.cancel(), third.body?.cancel()])
    await waitFor('the others to end', () => exporter.bytes.open === 0)
  })
})
