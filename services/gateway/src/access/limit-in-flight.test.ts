import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from '@jest/globals'
import { catalogExports, images, imports } from '@catalog/contracts'
import type { Draft, DownloadContract, RequestContract } from '@catalog/contracts'
import Koa from 'koa'
import type { z } from 'zod'
import { listen } from '../../../../test/support/listen.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { endpoints } from '../api/index.ts'
import type { State } from '../context.ts'
import { expectProblem } from '../testing/expect-problem.ts'
import { draft, imageId, onDraft, onRun, run } from '../testing/samples.ts'
import { startTestGateway } from '../testing/test-gateway.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'
import { watchBytes } from '../testing/watched-bytes.ts'
import { limitInFlight } from './limit-in-flight.ts'

const gateway = await useTestGateway()

const drafts: RequestContract<z.ZodType, typeof Draft>[] = [
  imports.getDraft,
  imports.recheckDraft,
  imports.undoRun,
]
const reports: DownloadContract[] = [
  imports.exportDraftErrors,
  imports.exportRunErrors,
  imports.exportRunChanges,
]

/** Answers requests for drafts and reports only once they are released, however many there are. */
async function startHoldingService() {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  const hold = async () => {
    asked += 1
    await gate.promise
  }
  const service = await gateway.serveFake((answering) => {
    for (const contract of drafts) answering.reply(contract, () => hold().then(() => draft))
    for (const contract of reports)
      answering.send(contract, () => hold().then(() => ({ head: {}, body: csvFile() })))
    answering.reply(imports.confirmDraft, async () => ({ run, created: true }))
    answering.send(catalogExports.exportCatalog, async () => ({
      head: { product_count: 1 },
      body: csvFile(),
    }))
  })
  return {
    release: () => gate.resolve(),
    get asked() {
      return asked
    },
    [Symbol.asyncDispose]: async () => {
      gate.resolve()
      await service[Symbol.asyncDispose]()
    },
  }
}

async function ask(storefront: string, path = onDraft, method = 'GET'): Promise<Response> {
  const token = await gateway.token({ storefront_id: storefront })
  return gateway.fetch(path, { method, headers: { Authorization: `Bearer ${token}` } })
}

/** Requests drafts until one is refused, and returns how many were accepted before. */
async function askForAllThatItMay(storefront: string, service: { asked: number }) {
  const answers: Promise<Response>[] = []
  for (;;) {
    const before = service.asked
    const answer = ask(storefront)
    let isRefused = false
    void answer.then(() => (isRefused = true))
    await waitFor(
      'the read to reach the service, or to be refused',
      () => isRefused || service.asked > before,
    )
    if (isRefused) return { answers, refused: await answer }
    answers.push(answer)
  }
}

test('a storefront may have 16 reads in flight, then gets 429 until one has ended; others are served', async () => {
  await using service = await startHoldingService()
  const { answers, refused } = await askForAllThatItMay('a', service)
  expect(answers).toHaveLength(16)
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  await expectProblem(refused, 429, 'rate_limited')
  // Requests that change something are not counted as reads.
  expect((await ask('a', `${onDraft}/confirm`, 'POST')).status).toBe(201)

  const other = ask('b')
  await waitFor('the other read', () => service.asked === 17)
  service.release()
  for (const answer of [...answers, other]) expect((await answer).status).toBe(200)
  expect((await ask('a')).status).toBe(200)
})

test('all storefronts together may have 32 reads in flight, and each no more than it leaves to others', async () => {
  await using service = await startHoldingService()
  const accepted: number[] = []
  const answers: Promise<Response>[] = []
  for (const storefront of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const all = await askForAllThatItMay(storefront, service)
    answers.push(...all.answers)
    accepted.push(all.answers.length)
  }
  expect(accepted).toEqual([16, 8, 4, 2, 1, 1])
  const refused = await ask('g')
  expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  await expectProblem(refused, 503, 'unavailable')

  service.release()
  for (const answer of answers) expect((await answer).status).toBe(200)
  expect((await ask('g')).status).toBe(200)
})

test('a read is no longer in flight once its answer is in memory, however slow its client is', async () => {
  // More than a Unix socket buffers, and all together less than what may wait.
  const answer = Buffer.alloc(1024 * 1024)
  const folder = await mkdtemp(join(tmpdir(), 'catalog-gateway-'))
  const path = join(folder, 'socket')
  let begun = 0
  const app = new Koa<State>()
  // Koa prints that the clients leave.
  app.silent = true
  app.use(async (ctx, next) => {
    const endpoint = endpoints.find(({ operationId }) => operationId === 'summarizeCatalog')
    Object.assign(ctx.state, {
      caller: { storefrontId: 'slow' },
      endpoint,
      signal: new AbortController().signal,
    })
    await next()
  })
  app.use(limitInFlight({ uploads: 4, exports: 4 }))
  app.use((ctx) => {
    begun += 1
    ctx.body = answer
  })
  const handle = app.callback()
  await using _ = await listen(
    createServer((req, res) => void handle(req, res)),
    path,
  )
  const clients = Array.from({ length: 20 }, () => connect(path))
  try {
    for (const client of clients)
      client.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    await waitFor('all to be answered', () => begun === clients.length)
  } finally {
    for (const client of clients) client.destroy()
    await rm(folder, { recursive: true })
  }
})

test('a read of what does not fit into memory is in flight until its client has it or disconnects', async () => {
  const pictures = watchBytes(async function* () {
    for (;;) yield Buffer.alloc(65_536)
  })
  await using _ = await gateway.serveFake((answering) => {
    answering.send(images.readRendition, async () => ({
      head: { content_length: 1e9, etag: '"abc"', last_modified: '2026-11-21T02:00:00.000Z' },
      body: pictures.body(),
    }))
    answering.reply(imports.getDraft, async () => draft)
  })
  const leaving = new AbortController()
  const headers = { Authorization: `Bearer ${await gateway.token({ storefront_id: 'slow' })}` }
  const picture = `/api/products/images/${imageId}/card`
  const unread: Response[] = []
  while (unread.length < 16) unread.push(await gateway.fetch(picture, { headers, signal: leaving.signal }))
  expect(unread.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200))
  expect((await ask('slow')).status).toBe(429)
  leaving.abort()
  await waitFor('room again', async () => (await ask('slow')).status === 200)
  await waitFor('the release', () => pictures.open === 0)
})

test.each([
  ['a recheck', 'upload', 'POST', `${onDraft}/recheck`, 200],
  ['an undo', 'upload', 'POST', `${onRun}/undo`, 201],
  ['an error report', 'export', 'GET', `${onDraft}/errors.csv`, 200],
  ['the error report of a run', 'export', 'GET', `${onRun}/errors.csv`, 200],
  ['the changes of a run', 'export', 'GET', `${onRun}/changes.csv`, 200],
])('%s counts as an %s', async (_what, kind, method, path, status) => {
  await using service = await startHoldingService()
  const another = () =>
    kind === 'upload' ? ask('a', '/api/products/imports', 'POST') : ask('a', '/api/products/export')
  const held = Array.from({ length: 4 }, () => ask('a', path, method))
  await waitFor('those that are held', () => service.asked === 4)
  expect((await expectProblem(await another(), 429, 'rate_limited')).detail).toContain(`4 ${kind}s`)
  service.release()
  for (const answer of held) {
    const response = await answer
    expect(response.status).toBe(status)
    await response.arrayBuffer()
  }
  expect((await another()).status).not.toBe(429)
})

test('a refusal estimates when one of the storefront’s own requests will end, from how long others have taken', async () => {
  let time = 0
  const { natsUrl } = gateway
  await using slow = await startTestGateway({ CATALOG_LIMIT_EXPORTS: '2' }, { natsUrl, now: () => time })
  const gates: PromiseWithResolvers<void>[] = []
  await using _ = await slow.serveFake((answering) =>
    answering.send(catalogExports.exportCatalog, async () => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return { head: { product_count: 1 }, body: csvFile() }
    }),
  )
  const begin = async () => {
    for (;;) {
      const before = gates.length
      const answer = slow.fetch('/api/products/export')
      let isRefused = false
      void answer.then(({ status }) => (isRefused = status === 429))
      await waitFor('the export to reach the service', () => isRefused || gates.length > before)
      if (!isRefused) return { end: () => gates[before]?.resolve(), answer }
    }
  }
  const retryAfter = async () => {
    const refused = await slow.fetch('/api/products/export')
    expect(refused.status).toBe(429)
    return refused.headers.get('retry-after')
  }

  const first = await begin()
  time += 30_000
  const second = await begin()
  // No request has ended yet: the newer one may end at once.
  expect(await retryAfter()).toBe('1')
  first.end()
  expect(await (await first.answer).text()).toBe('handle\r\n')
  const third = await begin()
  time += 12_000
  // Both have run for 12 s of the 30 that the first one took.
  expect(await retryAfter()).toBe('18')
  time += 100_000
  // They are 82 s late and may take as long again, but Retry-After is at most a minute.
  expect(await retryAfter()).toBe('60')
  second.end()
  third.end()
  await Promise.all([second.answer, third.answer])
})

function csvFile(): Readable {
  return Readable.from([Buffer.from('handle\r\n')])
}
