import { Readable } from 'node:stream'
import { expect, test } from '@jest/globals'
import { catalogExports, ServiceError } from '@catalog/contracts'
import { expectProblem } from '../testing/expect-problem.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const gateway = await useTestGateway()
const path = '/api/products'
const page = '{"catalog_version":17,"products":[],"next_cursor":null}'

/** An export-service whose catalog has the version 17. */
async function startExporter() {
  const asked: unknown[] = []
  const service = await gateway.serveFake((answering) => {
    answering.send(catalogExports.listProducts, async (input) => {
      asked.push(input)
      if ((input.changed_after ?? 0) > 17) throw new ServiceError('catalog_restarted', 'It has begun again.')
      const text = input.known_version === 17 ? '' : page
      return {
        head: { catalog_version: 17, content_length: text.length },
        body: Readable.from(text === '' ? [] : [Buffer.from(text)]),
      }
    })
  })
  return { asked, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

const everything = {
  storefront_id: 'shop',
  handles: [],
  skus: [],
  statuses: [],
  vendors: [],
  product_types: [],
  tags: [],
  changed_after: null,
  order: 'handle',
  limit: 50,
  cursor: null,
  known_version: null,
  rendition_url: '/api/products/images/{image_id}/{rendition}',
}

test.each([
  ['', {}],
  [
    '?handle=a&handle=b&sku=S&vendor=V&product_type=T&tag=x',
    { handles: ['a', 'b'], skus: ['S'], vendors: ['V'], product_types: ['T'], tags: ['x'] },
  ],
  ['?status=active&status=draft', { statuses: ['active', 'draft'] }],
  ['?status=all', {}],
  [
    '?changed_after=17&order=changed&limit=250&cursor=x',
    { changed_after: 17, order: 'changed', limit: 250, cursor: 'x' },
  ],
])('a page%s is asked for with its parameters', async (query, input) => {
  await using exporter = await startExporter()
  const response = await gateway.fetch(path + query)
  expect([response.status, await response.text()]).toEqual([200, page])
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(exporter.asked).toEqual([{ ...everything, ...input }])
})

test('a caller who has the version of the catalog gets 304, and nothing is read', async () => {
  await using exporter = await startExporter()
  const etag = (await gateway.fetch(path)).headers.get('etag') ?? ''
  const again = await gateway.fetch(path, { headers: { 'If-None-Match': `"x", W/${etag}` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(exporter.asked[1]).toMatchObject({ known_version: 17 })
  const older = await gateway.fetch(path, { headers: { 'If-None-Match': etag.replace('17', '16') } })
  expect([older.status, await older.text()]).toEqual([200, page])
})

test.each(['limit=251', 'limit=0', 'changed_after=-1', 'changed_after=x', 'order=title', 'status=gone'])(
  '?%s is refused',
  async (query) => {
    await expectProblem(await gateway.fetch(`${path}?${query}`), 400, 'invalid_request')
  },
)

test('a version that the catalog has not reached says so', async () => {
  await using _ = await startExporter()
  await expectProblem(await gateway.fetch(`${path}?changed_after=18`), 409, 'catalog_restarted')
})
