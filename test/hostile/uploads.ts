import type { Attack, Stage } from './attack.ts'
import {
  ask,
  csv,
  draftOf,
  head,
  linger,
  mb,
  post,
  products,
  raw,
  statuses,
  times,
  uploadHead,
} from './acts.ts'

const formType = { 'content-type': 'multipart/form-data; boundary=b' }
const partHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'

/** Malicious or broken uses of uploads and drafts. */
export const uploads: Attack[] = [
  {
    name: 'forms with an empty boundary',
    run: (stage) =>
      statuses(times(8, () => post(stage, 'x', { 'content-type': 'multipart/form-data; boundary=' }))),
  },
  {
    name: 'files of 390,000 cells, of three storefronts',
    async run(stage) {
      const shops = times(3, (n) => ({ ...stage, storefront: `${stage.storefront}-${n}` }))
      const keys = times(74, (n) => `metadata.k${n}`).join(',')
      const file = products(5_000, (n) => `p${n},P,1,s${n}${',x'.repeat(74)}`, `,${keys}`)
      return await statuses(shops.flatMap((shop) => times(2, () => post(shop, file))))
    },
  },
  {
    name: 'rechecks of 990,000 cells, of two storefronts',
    async run(stage) {
      const shops = times(2, (n) => ({ ...stage, storefront: `${stage.storefront}-${n}` }))
      const keys = times(195, (n) => `metadata.k${n}`).join(',')
      const file = products(5_000, (n) => `p${n},P,1,s${n},${',x'.repeat(195).slice(1)}`, `,${keys}`)
      const drafts = await Promise.all(shops.map((shop) => draftOf(shop, file)))
      const answers = shops.map((shop, n) =>
        ask(shop, `imports/${drafts[n]}/recheck`, { method: 'POST', count: 4 }),
      )
      return (await Promise.all(answers)).join('; ')
    },
  },
  {
    name: 'forms with too many rows',
    run: (stage) => statuses(times(4, () => post(stage, form(`handle,title\n${'a,b\n'.repeat(2_000_000)}`)))),
  },
  {
    name: 'a form of 100,000 fields',
    run: (stage) =>
      statuses([
        post(
          stage,
          `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n'.repeat(100_000)}--b--\r\n`,
          formType,
        ),
      ]),
  },
  {
    name: 'a form whose field has 10 MB',
    run: (stage) =>
      statuses([
        post(
          stage,
          `--b\r\nContent-Disposition: form-data; name="mapping"\r\n\r\n${'{'.repeat(10 * mb)}\r\n--b--\r\n`,
          formType,
        ),
      ]),
  },
  {
    name: 'a form whose part has a header of 1 MB',
    run: (stage) =>
      statuses([post(stage, `--b\r\nX: ${'x'.repeat(mb)}\r\n${partHead.slice(5)}a\r\n--b--\r\n`, formType)]),
  },
  {
    name: 'a form of 1,000 files',
    run: (stage) => statuses([post(stage, `${`${partHead}handle\r\n`.repeat(1_000)}--b--\r\n`, formType)]),
  },
  {
    name: 'forms that never end',
    run: (stage) => statuses(times(4, () => post(stage, `${partHead}handle,title\na,b\n`, formType))),
  },
  {
    name: 'a file name of 1 MB',
    run: (stage) => {
      const named = new FormData()
      named.set('file', new Blob(['handle,title\na,b\n']), `${'n'.repeat(mb)}.csv`)
      return statuses([post(stage, named)])
    },
  },
  {
    name: 'uploads that begin and stay',
    waits: true,
    run: (stage) => linger(stage, { count: 8, first: `${uploadHead(stage, 10 * mb)}handle,title\n` }),
  },
  {
    name: 'uploads that stay with 9 MB sent',
    waits: true,
    run: (stage) =>
      linger(stage, { count: 4, first: `${uploadHead(stage, 10 * mb)}handle,title\n${'x'.repeat(9 * mb)}` }),
  },
  {
    name: 'uploads of a byte a second',
    waits: true,
    run: (stage) => linger(stage, { count: 4, first: `${uploadHead(stage, 10 * mb)}h`, drip: 'a' }),
  },
  {
    name: 'uploads of 40 storefronts that stay',
    waits: true,
    async run(stage) {
      const stays = times(40, (index) =>
        linger(
          { ...stage, storefront: `${stage.storefront}-${index}` },
          { count: 3, first: `${uploadHead(stage, 10 * mb)}handle,title\n${'x,y\n'.repeat(100)}` },
        ),
      )
      return `${(await Promise.all(stays)).length} × 3 connections`
    },
  },
  { name: '40 uploads of 9 MB from 10 storefronts', run: (stage) => flood(stage, 10, 4) },
  {
    name: '200 small uploads at once',
    run: (stage) => statuses(times(200, () => post(stage, csv('handle,title', ['a,A'])))),
  },
  {
    name: 'uploads that are aborted',
    async run(stage) {
      const body = `handle,title\n${'x'.repeat(5 * mb)}`
      const abort = async () => {
        const leaving = AbortSignal.any([stage.signal, AbortSignal.timeout(50)])
        await post(stage, body, {}, leaving).catch(() => undefined)
      }
      for (let round = 0; round < 5; round += 1) await Promise.all(times(4, abort))
      return '20 aborted'
    },
  },
  {
    name: 'an upload that is shorter than declared',
    waits: true,
    run: (stage) => linger(stage, { count: 4, first: `${uploadHead(stage, 1_000)}handle,title\na,A\n` }),
  },
  {
    name: 'an upload that is longer than declared',
    run: (stage) => raw(stage, `${uploadHead(stage, 10)}${'handle,title\n'.repeat(100_000)}`),
  },
  {
    name: 'an upload that declares 9 exabytes',
    run: (stage) => raw(stage, uploadHead(stage, Number.MAX_SAFE_INTEGER)),
  },
  {
    name: 'an upload of minus one byte',
    run: (stage) => raw(stage, uploadHead(stage, -1)),
  },
  {
    name: 'two lengths that differ',
    run: (stage) =>
      raw(
        stage,
        head(stage, 'POST /api/products/imports HTTP/1.1', 'Content-Length: 5', 'Content-Length: 6'),
      ),
  },
  {
    name: 'a length and chunks',
    run: (stage) =>
      raw(
        stage,
        `${head(stage, 'POST /api/products/imports HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      ),
  },
  {
    name: 'chunks of one byte',
    run: (stage) => raw(stage, `${chunked(stage)}${'1\r\nx\r\n'.repeat(200_000)}0\r\n\r\n`),
  },
  { name: 'a chunk that has no size', run: (stage) => raw(stage, `${chunked(stage)}zz\r\nx\r\n`) },
  {
    name: 'a chunk with an extension of 1 MB',
    run: (stage) => raw(stage, `${chunked(stage)}1;${'x'.repeat(mb)}\r\nx\r\n0\r\n\r\n`),
  },
  {
    name: 'trailers of 1 MB',
    run: (stage) => raw(stage, `${chunked(stage)}1\r\nx\r\n0\r\nX: ${'x'.repeat(mb)}\r\n\r\n`),
  },
  {
    name: 'an upload that is declared to be compressed',
    run: (stage) => statuses([post(stage, 'x'.repeat(mb), { 'content-encoding': 'gzip' })]),
  },
  {
    name: 'an upload that waits to be asked for',
    waits: true,
    run: (stage) =>
      linger(stage, {
        count: 8,
        first: head(
          stage,
          'POST /api/products/imports HTTP/1.1',
          'Content-Type: text/csv',
          'Content-Length: 9000000',
          'Expect: 100-continue',
        ),
      }),
  },
  {
    name: 'uploads of every content type',
    run: (stage) =>
      statuses(
        [
          'text/html',
          'application/json',
          'image/png',
          `text/csv; charset=${'x'.repeat(8_000)}`,
          ';;;',
          '*/*',
        ].map((type) => post(stage, 'handle,title\n', { 'content-type': type })),
      ),
  },
  {
    name: '15 rechecks at once',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        products(5_000, (i) => `p${i},P,1,one`),
      )
      return await ask(stage, `imports/${draftId}/recheck`, { count: 15, method: 'POST' })
    },
  },
  {
    name: '30 reads of 500 rows at once',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        products(1_000, (i) => `p${i},${'T'.repeat(300)},x,${'\u0007'.repeat(8_000)}`),
      )
      return await ask(stage, `imports/${draftId}/rows?limit=500`, { count: 30 })
    },
  },
  {
    name: 'error reports at once',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        products(5_000, (i) => `p${i},${'T'.repeat(300)},x,${'\u0007'.repeat(1_000)}`),
      )
      return await ask(stage, `imports/${draftId}/errors.csv`, { count: 8 })
    },
  },
  {
    name: 'error reports that are left',
    waits: true,
    async run(stage) {
      const draftId = await draftOf(
        stage,
        products(5_000, (i) => `p${i},${'T'.repeat(300)},x,${'\u0007'.repeat(1_000)}`),
      )
      const line = `GET /api/products/imports/${draftId}/errors.csv HTTP/1.1`
      return await linger(stage, { count: 8, first: head(stage, line), forMs: 500 })
    },
  },
  {
    name: 'one draft confirmed twenty times at once',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        products(5_000, (i) => `p${i},P,1,s${i}`),
      )
      return await ask(stage, `imports/${draftId}/confirm`, { count: 20, method: 'POST' })
    },
  },
  {
    name: 'twenty drafts of the same rows confirmed at once',
    async run(stage) {
      const drafts: string[] = []
      for (let price = 1; price <= 20; price += 1)
        drafts.push(
          await draftOf(
            stage,
            products(500, (i) => `p${i},P,${price},s${i}`),
          ),
        )
      return await statuses(
        drafts.map((draftId) =>
          stage.system.request(`/api/products/imports/${draftId}/confirm`, {
            method: 'POST',
            storefront: stage.storefront,
          }),
        ),
      )
    },
  },
  {
    name: 'drafts discarded while they are confirmed and checked',
    async run(stage) {
      const draftId = await draftOf(
        stage,
        products(2_000, (i) => `p${i},P,1,s${i}`),
      )
      const path = `imports/${draftId}`
      const answers = await Promise.all([
        ask(stage, `${path}/confirm`, { method: 'POST' }),
        ask(stage, `${path}/recheck`, { method: 'POST' }),
        ask(stage, path, { method: 'DELETE' }),
        ask(stage, `${path}/rows?limit=500`),
      ])
      return answers.join(', ')
    },
  },
]

function chunked(stage: Stage): string {
  return head(
    stage,
    'POST /api/products/imports HTTP/1.1',
    'Content-Type: text/csv',
    'Transfer-Encoding: chunked',
  )
}

function form(file: string): FormData {
  const data = new FormData()
  data.set('file', new Blob([file]), 'a.csv')
  return data
}

/** Uploads from `storefronts` at once, `each` files of them. */
async function flood(stage: Stage, storefronts: number, each: number): Promise<string> {
  const body = products(
    4_900,
    (i) => `p${i},${'T'.repeat(200)},1,s${i},${'<b>x</b>'.repeat(200)}`,
    ',description_html',
  )
  return await statuses(
    times(storefronts * each, (index) =>
      post({ ...stage, storefront: `${stage.storefront}-${index % storefronts}` }, body),
    ),
  )
}
