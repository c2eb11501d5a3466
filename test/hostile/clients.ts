import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack, Stage } from './attack.ts'

const mb = 1024 * 1024

/** What clients do that means harm, or is broken. */
export const clients: Attack[] = [
  {
    name: 'forms with an empty boundary',
    run: async (stage) =>
      await statuses(
        Array.from({ length: 8 }, () =>
          post(stage, 'x', { 'content-type': 'multipart/form-data; boundary=' }),
        ),
      ),
  },
  {
    name: 'forms with too many rows',
    run: async (stage) =>
      await statuses(
        Array.from({ length: 4 }, () => {
          const form = new FormData()
          form.set('file', new Blob([`handle,title\n${'a,b\n'.repeat(2_000_000)}`]), 'a.csv')
          return post(stage, form, {})
        }),
      ),
  },
  {
    name: 'uploads that begin and stay',
    run: (stage) => linger(stage, 8, head(stage, 10 * mb), 'handle,title\n'),
  },
  {
    name: 'uploads that stay with 9 MB sent',
    run: (stage) => linger(stage, 4, head(stage, 10 * mb), `handle,title\n${'x'.repeat(9 * mb)}`),
  },
  {
    name: 'uploads of a byte a second',
    run: (stage) => linger(stage, 4, head(stage, 10 * mb), 'h', 'a'),
  },
  {
    name: '16 uploads of 9 MB from 4 storefronts',
    run: (stage) => flood(stage, 4, 4),
  },
  {
    name: '50 uploads of 9 MB from 10 storefronts',
    run: (stage) => flood(stage, 10, 5),
  },
  {
    name: 'uploads that are cut off',
    async run(stage) {
      const body = `handle,title\n${'x'.repeat(5 * mb)}`
      const cut = async () => {
        const leaving = AbortSignal.any([stage.signal, AbortSignal.timeout(50)])
        await post(stage, body, {}, leaving).catch(() => undefined)
      }
      for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 4 }, cut))
      return '20 cut off'
    },
  },
  {
    name: '15 rechecks at once',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        rowsOf(5_000, (i) => `p${i},P,1,one`),
      )
      return await statuses(
        Array.from({ length: 15 }, () =>
          stage.system.request(`/api/products/imports/${draftId}/recheck`, {
            method: 'POST',
            storefront: stage.storefront,
          }),
        ),
      )
    },
  },
  {
    name: '30 reads of 500 rows at once',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        rowsOf(1_000, (i) => `p${i},${'T'.repeat(300)},x,${'\u0007'.repeat(8_000)}`),
      )
      return await statuses(
        Array.from({ length: 30 }, () =>
          stage.system.request(`/api/products/imports/${draftId}/rows?limit=500`, {
            storefront: stage.storefront,
          }),
        ),
      )
    },
  },
  {
    name: 'error reports at once',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        rowsOf(5_000, (i) => `p${i},${'T'.repeat(300)},x,${'\u0007'.repeat(1_000)}`),
      )
      return await statuses(
        Array.from({ length: 8 }, () =>
          stage.system.request(`/api/products/imports/${draftId}/errors.csv`, {
            storefront: stage.storefront,
          }),
        ),
      )
    },
  },
  {
    name: 'summaries, ten at a time',
    async run(stage) {
      const said: string[] = []
      for (let round = 0; round < 20; round += 1) {
        const asked = Array.from({ length: 10 }, () =>
          stage.system.request('/api/products/summary', { storefront: stage.storefront }),
        )
        said.push(await statuses(asked))
      }
      return [...new Set(said)].join('; ')
    },
  },
  {
    name: 'two Host lines',
    run: (stage) => raw(stage, 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'),
  },
  { name: 'no request at all', run: (stage) => raw(stage, '\u0000'.repeat(10_000)) },
  {
    name: 'a header of a megabyte',
    run: (stage) => raw(stage, `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(mb)}\r\n\r\n`),
  },
  {
    name: '10,000 headers',
    run: (stage) => raw(stage, `GET /healthz HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(10_000)}\r\n`),
  },
  {
    name: '1,000 requests on one connection at once',
    run: (stage) => raw(stage, 'GET /api/products/summary HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000)),
  },
  {
    name: '300 connections that say nothing',
    run: (stage) => linger(stage, 300, '', ''),
  },
  {
    name: 'chunks of one byte',
    run: (stage) =>
      raw(
        stage,
        `POST /api/products/imports HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${stage.system.token(stage.storefront)}\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(200_000)}0\r\n\r\n`,
      ),
  },
  {
    name: 'a form of 100,000 fields',
    async run(stage) {
      const parts = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n'.repeat(100_000)
      return await statuses([
        post(stage, `${parts}--b--\r\n`, { 'content-type': 'multipart/form-data; boundary=b' }),
      ])
    },
  },
  {
    name: 'one draft confirmed twenty times at once',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        rowsOf(5_000, (i) => `p${i},P,1,s${i}`),
      )
      return await statuses(
        Array.from({ length: 20 }, () =>
          stage.system.request(`/api/products/imports/${draftId}/confirm`, {
            method: 'POST',
            storefront: stage.storefront,
          }),
        ),
      )
    },
  },
  {
    name: 'exports that nobody reads',
    async run(stage) {
      const html = '<p>long</p>'.repeat(150)
      const draftId = await draftOf(
        stage,
        rowsOf(5_000, (i) => `p${i},P,1,s${i},${html}`, ',description_html'),
      )
      await stage.system.confirm(draftId, { storefront: stage.storefront })
      const request = `GET /api/products/export HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${stage.system.token(stage.storefront)}\r\n\r\n`
      return await linger(stage, 4, request, '')
    },
  },
]

function rowsOf(count: number, row: (index: number) => string, more = ''): string {
  const lines = Array.from({ length: count }, (_, index) => row(index))
  return `handle,title,variant_price,variant_sku${more}\n${lines.join('\n')}\n`
}

async function draftOf({ system, storefront }: Stage, csv: string): Promise<string> {
  const { draft_id } = await system.upload(csv, { storefront })
  return draft_id
}

function post(
  { system, storefront, signal }: Stage,
  body: string | FormData,
  headers: Record<string, string>,
  leaving: AbortSignal = signal,
): Promise<Response> {
  return system.request('/api/products/imports', {
    method: 'POST',
    headers: typeof body === 'string' ? { 'content-type': 'text/csv', ...headers } : headers,
    body,
    storefront,
    signal: leaving,
  })
}

/** How many answers there were of each kind. */
async function statuses(asked: Promise<Response>[]): Promise<string> {
  const counts = new Map<string, number>()
  for (const settled of await Promise.allSettled(asked)) {
    const said =
      settled.status === 'rejected' ? 'no answer' : await describe(settled.value).catch(() => 'cut off')
    counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return Array.from(counts, ([said, count]) => `${count} × ${said}`).join(', ')
}

async function describe(response: Response): Promise<string> {
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem') ?? false
  return isProblem ? `${response.status} ${JSON.parse(text).code}` : String(response.status)
}

/** From `storefronts` at once, `each` files of them. */
async function flood(stage: Stage, storefronts: number, each: number): Promise<string> {
  const body = rowsOf(
    4_900,
    (i) => `p${i},${'T'.repeat(200)},1,s${i},${'<b>x</b>'.repeat(200)}`,
    ',description_html',
  )
  const asked = Array.from({ length: storefronts * each }, (_, index) =>
    post({ ...stage, storefront: `${stage.storefront}-${index % storefronts}` }, body, {}),
  )
  return await statuses(asked)
}

function head({ system, storefront }: Stage, length: number): string {
  return `POST /api/products/imports HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${system.token(storefront)}\r\nContent-Type: text/csv\r\nContent-Length: ${length}\r\n\r\n`
}

const lingerMs = 5_000

/** Connections that say this and then wait, or go on with one more byte a second, while the bystander goes on. */
async function linger(stage: Stage, count: number, ...[first, then, more]: string[]): Promise<string> {
  const sockets = Array.from({ length: count }, () => open(stage))
  for (const socket of sockets) {
    // What comes is not read.
    socket.pause()
    socket.write(`${first}${then}`)
  }
  const drip = setInterval(() => {
    for (const socket of sockets) if (more !== undefined && socket.writable) socket.write(more)
  }, 1_000)
  await pause(lingerMs)
  clearInterval(drip)
  const ended = sockets.filter(({ destroyed }) => destroyed).length
  for (const socket of sockets) socket.destroy()
  return `${count} connections, ${ended} of them ended`
}

/** What the first line of the answer was. */
async function raw(stage: Stage, bytes: string): Promise<string> {
  const socket = open(stage)
  const answer = Promise.withResolvers<string>()
  socket.once('data', (data) => answer.resolve(String(data).split('\r\n')[0] ?? ''))
  socket.once('close', () => answer.resolve('closed'))
  const timer = setTimeout(() => answer.resolve('no answer'), 10_000)
  socket.write(bytes)
  const said = await answer.promise
  clearTimeout(timer)
  socket.destroy()
  return said
}

function open({ system }: Stage): Socket {
  const { hostname, port } = new URL(system.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  return socket
}
