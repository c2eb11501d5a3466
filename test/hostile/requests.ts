import type { Attack, Stage } from './attack.ts'
import { ask, csv, draftOf, head, linger, mb, post, products, raw, statuses, times } from './acts.ts'

const summary = 'GET /api/products/summary HTTP/1.1'

/** Requests and connections that are malicious or broken, and readers that do not read. */
export const requests: Attack[] = [
  bytes('two Host lines', () => 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'),
  bytes('no request at all', () => '\u0000'.repeat(10_000)),
  bytes('the beginning of TLS', () => Buffer.from('16030100c8010000c40303', 'hex')),
  bytes('HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  bytes('HTTP/1.1 of another kind', () => 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'),
  bytes('CONNECT', () => 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'),
  bytes('a WebSocket', (stage) =>
    head(stage, summary, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'),
  ),
  bytes('a header of a megabyte', () => `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(mb)}\r\n\r\n`),
  bytes('10,000 headers', () => `GET /healthz HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(10_000)}\r\n`),
  bytes('1,000 requests on one connection at once', () =>
    'GET /api/products/summary HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000),
  ),
  bytes('a path of a megabyte', () => `GET /${'x'.repeat(mb)} HTTP/1.1\r\nHost: a\r\n\r\n`),
  bytes('a path that climbs', () => 'GET /admin/..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nHost: a\r\n\r\n'),
  bytes('a path with NUL bytes', () => 'GET /admin/%00%00 HTTP/1.1\r\nHost: a\r\n\r\n'),
  bytes('a path that is no UTF-8', () => 'GET /admin/%ff%fe HTTP/1.1\r\nHost: a\r\n\r\n'),
  {
    name: '300 connections that send nothing',
    waits: true,
    run: (stage) => linger(stage, { count: 300, first: '' }),
  },
  {
    name: '300 requests of a byte a second',
    waits: true,
    run: (stage) => linger(stage, { count: 300, first: 'GET /healthz HTTP/1.1\r\nX: ', drip: 'x' }),
  },
  {
    name: 'clients that close their half at once',
    run: async (stage) =>
      (await Promise.all(times(50, () => raw(stage, head(stage, summary))))).length + ' answers',
  },
  {
    name: 'summaries, ten at a time',
    async run(stage) {
      const answers: string[] = []
      for (let round = 0; round < 20; round += 1) answers.push(await ask(stage, 'summary', { count: 10 }))
      return [...new Set(answers)].join('; ')
    },
  },
  {
    name: '500 requests at once',
    run: (stage) => ask(stage, 'imports/runs?limit=500', { count: 500 }),
  },
  {
    name: '500 tokens that are none',
    run: (stage) =>
      ask(stage, 'summary', { count: 500, headers: { authorization: `Bearer ${'e30.'.repeat(2_000)}x` } }),
  },
  {
    name: 'a token of another algorithm',
    run: (stage) =>
      ask(stage, 'summary', {
        headers: {
          authorization: `Bearer ${encoded({ alg: 'none' })}.${encoded({ storefront_id: 'bystander' })}.`,
        },
      }),
  },
  {
    name: 'a storefront whose name has 8,000 letters',
    run: (stage) => ask({ ...stage, storefront: 'x'.repeat(8_000) }, 'summary'),
  },
  {
    name: 'a storefront whose name is SQL',
    run: (stage) => ask({ ...stage, storefront: "a'; drop table products; --" }, 'summary'),
  },
  {
    name: 'drafts that are not there',
    async run(stage) {
      const ids = [
        '..',
        '%2e%2e',
        'x'.repeat(6_000),
        '00000000-0000-0000-0000-000000000000',
        "' or 1=1",
        '%00',
      ]
      return (
        await Promise.all(ids.map((id) => ask(stage, `imports/${id}/confirm`, { method: 'POST' })))
      ).join(', ')
    },
  },
  {
    name: 'cursors and limits that are none',
    async run(stage) {
      const queries = [
        'limit=1e9',
        'limit=-1',
        `cursor=${'A'.repeat(7_000)}`,
        'cursor=%00',
        `cursor=${encoded({ after: '9'.repeat(300) })}`,
        times(2_000, (i) => `x${i}=${i}`).join('&'),
        times(1_000, () => 'limit=1').join('&'),
      ]
      return (await Promise.all(queries.map((query) => ask(stage, `imports/runs?${query}`)))).join(', ')
    },
  },
  {
    name: 'ids of requests and traces that are none',
    run: (stage) =>
      ask(stage, 'summary', {
        count: 20,
        headers: {
          'x-request-id': 'x'.repeat(8_000),
          traceparent: '00-'.repeat(2_000),
          tracestate: ','.repeat(2_000),
        },
      }),
  },
  {
    name: 'conditions of 8 KB',
    run: (stage) =>
      ask(stage, 'export', {
        count: 2,
        headers: { 'if-none-match': '"x", '.repeat(1_600), range: `bytes=${'0-1,'.repeat(1_000)}0-1` },
      }),
  },
  {
    name: 'confirms with a body of 10 MB',
    run: (stage) =>
      ask(stage, 'imports/00000000-0000-7000-8000-000000000000/confirm', {
        count: 4,
        method: 'POST',
        body: 'x'.repeat(10 * mb),
      }),
  },
  {
    name: 'every method',
    async run(stage) {
      const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'HEAD']
      return (await Promise.all(methods.map((method) => ask(stage, 'export', { method })))).join(', ')
    },
  },
  {
    name: 'filters of an export that are none',
    async run(stage) {
      const queries = times(100, (i) => `status=x${i}`).join('&')
      return (
        await Promise.all([
          ask(stage, `export?${queries}`),
          ask(stage, `export?handle=${'%CC%80'.repeat(2_000)}`),
          ask(stage, `export?q=${'%25'.repeat(2_000)}`),
        ])
      ).join(', ')
    },
  },
  {
    name: 'exports that nobody reads, of four storefronts',
    waits: true,
    async run(stage) {
      const shops = times(4, (n) => ({ ...stage, storefront: `${stage.storefront}-${n}` }))
      await Promise.all(shops.map(fill))
      const answers = shops.map((shop) =>
        linger(shop, { count: 4, first: head(shop, 'GET /api/products/export HTTP/1.1'), forMs: 45_000 }),
      )
      return (await Promise.all(answers)).join('; ')
    },
  },
  {
    name: 'exports of products of 2,000 variants, of four storefronts',
    async run(stage) {
      const shops = times(4, (n) => ({ ...stage, storefront: `${stage.storefront}-${n}` }))
      for (const shop of shops) {
        for (let from = 0; from < 4; from += 2) {
          const draftId = await draftOf(shop, largeProducts(from, 2))
          await shop.system.confirm(draftId, { storefront: shop.storefront })
        }
      }
      return (await Promise.all(shops.map((shop) => ask(shop, 'export', { count: 2 })))).join('; ')
    },
  },
  {
    name: 'files that name products of 2,000 variants',
    async run(stage) {
      await stage.system.confirm(await draftOf(stage, largeProducts(0, 2)), { storefront: stage.storefront })
      const file = 'handle,title\nlarge-0,Other\nlarge-1,Other\n'
      return await statuses(times(4, () => post(stage, file)))
    },
  },
  {
    name: 'reads of a megabyte that nobody reads, of six storefronts',
    waits: true,
    async run(stage) {
      const shops = times(6, (n) => ({ ...stage, storefront: `${stage.storefront}-${n}` }))
      const answers = shops.map(async (shop) => {
        const draftId = await draftOf(
          shop,
          products(500, (i) => `p${i},P,1,s${i},${'x'.repeat(1_900)}`, ',description_html'),
        )
        const line = `GET /api/products/imports/${draftId}/rows?limit=500 HTTP/1.1`
        return await linger(shop, { count: 10, first: head(shop, line), forMs: 45_000 })
      })
      return (await Promise.all(answers)).join('; ')
    },
  },
  {
    name: 'exports that are left',
    waits: true,
    async run(stage) {
      await fill(stage)
      const answers: string[] = []
      for (let round = 0; round < 10; round += 1)
        answers.push(
          await linger(stage, {
            count: 4,
            first: head(stage, 'GET /api/products/export HTTP/1.1'),
            forMs: 100,
          }),
        )
      return `${answers.length} × 4 left`
    },
  },
]

/** As many variants as a product can have, about. */
function largeProducts(from: number, count: number): string {
  const rows = times(count, (n) =>
    times(2_000, (i) => `large-${from + n},Large,1,l${from + n}-${i},Size,${i}`),
  )
  return csv('handle,title,variant_price,variant_sku,option1_name,option1_value', rows.flat())
}

/** A catalog whose export is larger than the sockets' buffers. */
async function fill(stage: Stage): Promise<void> {
  const draftId = await draftOf(
    stage,
    products(5_000, (i) => `p${i},P,1,s${i},${'<p>long</p>'.repeat(150)}`, ',description_html'),
  )
  await stage.system.confirm(draftId, { storefront: stage.storefront })
}

function bytes(name: string, bytesOf: (stage: Stage) => string | Buffer): Attack {
  return { name, run: (stage) => raw(stage, bytesOf(stage)) }
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
