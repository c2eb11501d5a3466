import type { Attack, Stage } from './attack.ts'
import {
  ask,
  csv,
  draftOf,
  head,
  linger,
  mb,
  metadataColumns,
  post,
  productColumns,
  products,
  shopsOf,
  statuses,
  times,
  uploadHead,
} from './acts.ts'
import { attack, bytes, form, formType, lingering, ofDraft, posts, waiting } from './kinds.ts'

const uploadLine = 'POST /api/products/imports HTTP/1.1'
const partHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'

/** Malicious or broken uses of uploads and drafts. */
export const uploads: Attack[] = [
  posts('forms with an empty boundary', (stage) =>
    times(8, () => post(stage, 'x', { 'content-type': 'multipart/form-data; boundary=' })),
  ),
  posts('files of 390,000 cells, of three storefronts', (stage) => {
    const header = `${productColumns},${metadataColumns(74)}`
    const file = csv(header, 5_000, (n) => `p${n},P,1,s${n}${',x'.repeat(74)}`)
    return shopsOf(stage, 3).flatMap((shop) => times(2, () => post(shop, file)))
  }),
  attack('rechecks of 990,000 cells, of two storefronts', async (stage) => {
    const shops = shopsOf(stage, 2)
    const header = `${productColumns},${metadataColumns(195)}`
    const file = csv(header, 5_000, (n) => `p${n},P,1,s${n}${',x'.repeat(195)}`)
    const drafts = await Promise.all(shops.map((shop) => draftOf(shop, file)))
    const answers = shops.map((shop, n) =>
      ask(shop, `imports/${drafts[n]}/recheck`, { method: 'POST', count: 4 }),
    )
    return (await Promise.all(answers)).join('; ')
  }),
  posts('forms with too many rows', (stage) =>
    times(4, () => {
      const data = new FormData()
      data.set('file', new Blob([`handle,title\n${'a,b\n'.repeat(2_000_000)}`]), 'a.csv')
      return post(stage, data)
    }),
  ),
  form(
    'a form of 100,000 fields',
    () => `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n'.repeat(100_000)}--b--\r\n`,
  ),
  form(
    'a form whose field has 10 MB',
    () => `--b\r\nContent-Disposition: form-data; name="mapping"\r\n\r\n${'{'.repeat(10 * mb)}\r\n--b--\r\n`,
  ),
  form(
    'a form whose part has a header of 1 MB',
    () => `--b\r\nX: ${'x'.repeat(mb)}\r\n${partHead.slice(5)}a\r\n--b--\r\n`,
  ),
  form('a form of 1,000 files', () => `${`${partHead}handle\r\n`.repeat(1_000)}--b--\r\n`),
  posts('forms that never end', (stage) =>
    times(4, () => post(stage, `${partHead}handle,title\na,b\n`, formType)),
  ),
  posts('a file name of 1 MB', (stage) => {
    const named = new FormData()
    named.set('file', new Blob(['handle,title\na,b\n']), `${'n'.repeat(mb)}.csv`)
    return [post(stage, named)]
  }),
  lingering('uploads that begin and stay', 8, (stage) => `${uploadHead(stage, 10 * mb)}handle,title\n`),
  lingering(
    'uploads that stay with 9 MB sent',
    4,
    (stage) => `${uploadHead(stage, 10 * mb)}handle,title\n${'x'.repeat(9 * mb)}`,
  ),
  lingering('uploads of a byte a second', 4, (stage) => `${uploadHead(stage, 10 * mb)}h`, 'a'),
  waiting('uploads of 40 storefronts that stay', async (stage) => {
    const first = `${uploadHead(stage, 10 * mb)}handle,title\n${'x,y\n'.repeat(100)}`
    const stays = shopsOf(stage, 40).map((shop) => linger(shop, { count: 3, first }))
    return `${(await Promise.all(stays)).length} × 3 connections`
  }),
  posts('40 uploads of 9 MB from 10 storefronts', (stage) => {
    const header = `${productColumns},description_html`
    const body = csv(header, 4_900, (i) => `p${i},${'T'.repeat(200)},1,s${i},${'<b>x</b>'.repeat(200)}`)
    return shopsOf(stage, 10).flatMap((shop) => times(4, () => post(shop, body)))
  }),
  posts('200 small uploads at once', (stage) => times(200, () => post(stage, 'handle,title\na,A\n'))),
  attack('uploads that are aborted', async (stage) => {
    const body = `handle,title\n${'x'.repeat(5 * mb)}`
    const abort = async () => {
      const signal = AbortSignal.any([stage.signal, AbortSignal.timeout(50)])
      await post({ ...stage, signal }, body).catch(() => undefined)
    }
    for (let round = 0; round < 5; round += 1) await Promise.all(times(4, abort))
    return '20 aborted'
  }),
  lingering(
    'an upload that is shorter than declared',
    4,
    (stage) => `${uploadHead(stage, 1_000)}handle,title\na,A\n`,
  ),
  bytes(
    'an upload that is longer than declared',
    (stage) => `${uploadHead(stage, 10)}${'handle,title\n'.repeat(100_000)}`,
  ),
  bytes('an upload that declares 9 exabytes', (stage) => uploadHead(stage, Number.MAX_SAFE_INTEGER)),
  bytes('an upload of minus one byte', (stage) => uploadHead(stage, -1)),
  bytes('two lengths that differ', (stage) =>
    head(stage, uploadLine, 'Content-Length: 5', 'Content-Length: 6'),
  ),
  bytes(
    'a length and chunks',
    (stage) => `${head(stage, uploadLine, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ),
  bytes('chunks of one byte', (stage) => `${chunked(stage)}${'1\r\nx\r\n'.repeat(200_000)}0\r\n\r\n`),
  bytes('a chunk that has no size', (stage) => `${chunked(stage)}zz\r\nx\r\n`),
  bytes(
    'a chunk with an extension of 1 MB',
    (stage) => `${chunked(stage)}1;${'x'.repeat(mb)}\r\nx\r\n0\r\n\r\n`,
  ),
  bytes('trailers of 1 MB', (stage) => `${chunked(stage)}1\r\nx\r\n0\r\nX: ${'x'.repeat(mb)}\r\n\r\n`),
  posts('an upload that is declared to be compressed', (stage) => [
    post(stage, 'x'.repeat(mb), { 'content-encoding': 'gzip' }),
  ]),
  lingering('an upload that waits to be asked for', 8, (stage) =>
    head(stage, uploadLine, 'Content-Type: text/csv', 'Content-Length: 9000000', 'Expect: 100-continue'),
  ),
  posts('uploads of every content type', (stage) =>
    [
      'text/html',
      'application/json',
      'image/png',
      `text/csv; charset=${'x'.repeat(8_000)}`,
      ';;;',
      '*/*',
    ].map((type) => post(stage, 'handle,title\n', { 'content-type': type })),
  ),
  ofDraft(
    '15 rechecks at once',
    () => products(5_000, (i) => `p${i},P,1,one`),
    (stage, draftId) => ask(stage, `imports/${draftId}/recheck`, { count: 15, method: 'POST' }),
  ),
  ofDraft(
    '30 reads of 500 rows at once',
    () => products(1_000, (i) => `p${i},${'T'.repeat(300)},x,${'\u0007'.repeat(8_000)}`),
    (stage, draftId) => ask(stage, `imports/${draftId}/rows?limit=500`, { count: 30 }),
  ),
  ofDraft('error reports at once', rejectedProducts, (stage, draftId) =>
    ask(stage, `imports/${draftId}/errors.csv`, { count: 8 }),
  ),
  waiting('error reports that are left', async (stage) => {
    const draftId = await draftOf(stage, rejectedProducts())
    const line = `GET /api/products/imports/${draftId}/errors.csv HTTP/1.1`
    return await linger(stage, { count: 8, first: head(stage, line), forMs: 500 })
  }),
  ofDraft(
    'one draft confirmed twenty times at once',
    () => products(5_000, (i) => `p${i},P,1,s${i}`),
    (stage, draftId) => ask(stage, `imports/${draftId}/confirm`, { count: 20, method: 'POST' }),
  ),
  attack('twenty drafts of the same rows confirmed at once', async (stage) => {
    const { system, storefront } = stage
    const drafts: string[] = []
    for (let price = 1; price <= 20; price += 1) {
      const file = products(500, (i) => `p${i},P,${price},s${i}`)
      drafts.push(await draftOf(stage, file))
    }
    return await statuses(
      drafts.map((draftId) =>
        system.request(`/api/products/imports/${draftId}/confirm`, { method: 'POST', storefront }),
      ),
    )
  }),
  ofDraft(
    'drafts discarded while they are confirmed and checked',
    () => products(2_000, (i) => `p${i},P,1,s${i}`),
    async (stage, draftId) => {
      const path = `imports/${draftId}`
      const answers = await Promise.all([
        ask(stage, `${path}/confirm`, { method: 'POST' }),
        ask(stage, `${path}/recheck`, { method: 'POST' }),
        ask(stage, path, { method: 'DELETE' }),
        ask(stage, `${path}/rows?limit=500`),
      ])
      return answers.join(', ')
    },
  ),
]

/** Products whose rows are all wrong, with long cells. */
function rejectedProducts(): string {
  return products(5_000, (i) => `p${i},${'T'.repeat(300)},x,${'\u0007'.repeat(1_000)}`)
}

function chunked(stage: Stage): string {
  return head(stage, uploadLine, 'Content-Type: text/csv', 'Transfer-Encoding: chunked')
}
