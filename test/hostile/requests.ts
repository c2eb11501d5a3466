import type { Attack, Stage } from './attack.ts'
import {
  ask,
  csv,
  draftOf,
  head,
  linger,
  mb,
  post,
  productColumns,
  raw,
  shopsOf,
  statuses,
  times,
} from './acts.ts'
import { attack, bytes, lingering, waiting } from './kinds.ts'

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
  lingering('300 connections that send nothing', 300, () => ''),
  lingering('300 requests of a byte a second', 300, () => 'GET /healthz HTTP/1.1\r\nX: ', 'x'),
  attack(
    'clients that close their half at once',
    async (stage) =>
      (await Promise.all(times(50, () => raw(stage, head(stage, summary))))).length + ' answers',
  ),
  attack('summaries, ten at a time', async (stage) => {
    const answers: string[] = []
    for (let round = 0; round < 20; round += 1) answers.push(await ask(stage, 'summary', { count: 10 }))
    return [...new Set(answers)].join('; ')
  }),
  attack('500 requests at once', (stage) => ask(stage, 'imports/runs?limit=500', { count: 500 })),
  attack('500 tokens that are none', (stage) =>
    ask(stage, 'summary', { count: 500, headers: { authorization: `Bearer ${'e30.'.repeat(2_000)}x` } }),
  ),
  attack('a token of another algorithm', (stage) =>
    ask(stage, 'summary', {
      headers: {
        authorization: `Bearer ${encoded({ alg: 'none' })}.${encoded({ storefront_id: 'bystander' })}.`,
      },
    }),
  ),
  attack('a storefront whose name has 8,000 letters', (stage) =>
    ask({ ...stage, storefront: 'x'.repeat(8_000) }, 'summary'),
  ),
  attack('a storefront whose name is SQL', (stage) =>
    ask({ ...stage, storefront: "a'; drop table products; --" }, 'summary'),
  ),
  asks('drafts that are not there', { method: 'POST' }, () =>
    ['..', '%2e%2e', 'x'.repeat(6_000), '00000000-0000-0000-0000-000000000000', "' or 1=1", '%00'].map(
      (id) => `imports/${id}/confirm`,
    ),
  ),
  asks('cursors and limits that are none', {}, () =>
    [
      'limit=1e9',
      'limit=-1',
      `cursor=${'A'.repeat(7_000)}`,
      'cursor=%00',
      `cursor=${encoded({ after: '9'.repeat(300) })}`,
      times(2_000, (i) => `x${i}=${i}`).join('&'),
      times(1_000, () => 'limit=1').join('&'),
    ].map((query) => `imports/runs?${query}`),
  ),
  attack('ids of requests and traces that are none', (stage) =>
    ask(stage, 'summary', {
      count: 20,
      headers: {
        'x-request-id': 'x'.repeat(8_000),
        traceparent: '00-'.repeat(2_000),
        tracestate: ','.repeat(2_000),
      },
    }),
  ),
  attack('conditions of 8 KB', (stage) =>
    ask(stage, 'export', {
      count: 2,
      headers: { 'if-none-match': '"x", '.repeat(1_600), range: `bytes=${'0-1,'.repeat(1_000)}0-1` },
    }),
  ),
  attack('confirms with a body of 10 MB', (stage) =>
    ask(stage, 'imports/00000000-0000-7000-8000-000000000000/confirm', {
      count: 4,
      method: 'POST',
      body: 'x'.repeat(10 * mb),
    }),
  ),
  attack('every method', async (stage) => {
    const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'HEAD']
    return (await Promise.all(methods.map((method) => ask(stage, 'export', { method })))).join(', ')
  }),
  asks('filters of an export that are none', {}, () => [
    `export?${times(100, (i) => `status=x${i}`).join('&')}`,
    `export?handle=${'%CC%80'.repeat(2_000)}`,
    `export?q=${'%25'.repeat(2_000)}`,
  ]),
  waiting('exports that nobody reads, of four storefronts', async (stage) => {
    const shops = shopsOf(stage, 4)
    await Promise.all(shops.map(fill))
    const answers = shops.map((shop) => linger(shop, { count: 4, first: exportHead(shop), forMs: 45_000 }))
    return (await Promise.all(answers)).join('; ')
  }),
  attack('exports of products of 2,000 variants, of four storefronts', async (stage) => {
    const shops = shopsOf(stage, 4)
    for (const shop of shops) {
      for (let from = 0; from < 4; from += 2) {
        const draftId = await draftOf(shop, largeProducts(from, 2))
        await shop.system.confirm(draftId, { storefront: shop.storefront })
      }
    }
    return (await Promise.all(shops.map((shop) => ask(shop, 'export', { count: 2 })))).join('; ')
  }),
  attack('files that name products of 2,000 variants', async (stage) => {
    await stage.system.confirm(await draftOf(stage, largeProducts(0, 2)), { storefront: stage.storefront })
    const file = 'handle,title\nlarge-0,Other\nlarge-1,Other\n'
    return await statuses(times(4, () => post(stage, file)))
  }),
  waiting('reads of a megabyte that nobody reads, of six storefronts', async (stage) => {
    const header = `${productColumns},description_html`
    const file = csv(header, 500, (i) => `p${i},P,1,s${i},${'x'.repeat(1_900)}`)
    const answers = shopsOf(stage, 6).map(async (shop) => {
      const line = `GET /api/products/imports/${await draftOf(shop, file)}/rows?limit=500 HTTP/1.1`
      return await linger(shop, { count: 10, first: head(shop, line), forMs: 45_000 })
    })
    return (await Promise.all(answers)).join('; ')
  }),
  waiting('exports that are left', async (stage) => {
    await fill(stage)
    const rounds = 10
    for (let round = 0; round < rounds; round += 1)
      await linger(stage, { count: 4, first: exportHead(stage), forMs: 100 })
    return `${rounds} × 4 left`
  }),
]

/** One request for each of these paths, at once. */
function asks(name: string, options: { method?: string }, paths: () => string[]): Attack {
  return attack(name, async (stage) =>
    (await Promise.all(paths().map((path) => ask(stage, path, options)))).join(', '),
  )
}

function exportHead(stage: Stage): string {
  return head(stage, 'GET /api/products/export HTTP/1.1')
}

/** As many variants as a product can have, about. */
function largeProducts(from: number, count: number): string {
  const each = 2_000
  return csv('handle,title,variant_price,variant_sku,option1_name,option1_value', count * each, (row) => {
    const [number, variant] = [from + Math.floor(row / each), row % each]
    return `large-${number},Large,1,l${number}-${variant},Size,${variant}`
  })
}

/** A catalog whose export is larger than the sockets' buffers. */
async function fill(stage: Stage): Promise<void> {
  const header = `${productColumns},description_html`
  const file = csv(header, 5_000, (i) => `p${i},P,1,s${i},${'<p>long</p>'.repeat(150)}`)
  const draftId = await draftOf(stage, file)
  await stage.system.confirm(draftId, { storefront: stage.storefront })
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
