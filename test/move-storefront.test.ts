import { randomUUID } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import type { Draft, Run, RunPage } from '@catalog/contracts'
import { createApi } from './support/api.ts'
import type { Api, RequestOptions } from './support/api.ts'
import { csvOf } from './support/canonical-file.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startImageHost } from './support/image-host.ts'
import { rowsOf } from './support/rows-of-storefront.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startStorefrontRouter } from './support/storefront-router.ts'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

const neighbour = 'shop-2'

const undo = disposeAfterAll()
const images = undo.use(await startImageHost())
const all = {
  CATALOG_IMAGE_ALLOWED_HOSTS: images.host,
  // An image whose host fails once does not occupy a worker for long.
  CATALOG_IMAGE_RETRY_PAUSES_MS: '3600000,3600000',
}
const source = undo.use(await startSystem({ env: { all } }))
const target = undo.use(await startSystem({ env: { all, gateway: { CATALOG_AUTH_SECRET: source.secret } } }))
const router = undo.use(await startStorefrontRouter(source.baseUrl))
/** A client of the platform, which does not know that there are two installations. */
const platform = createApi({ baseUrl: () => router.baseUrl, secret: source.secret })
const atSource = await source.database.connect()
const atTarget = await target.database.connect()

/** Repeats temporarily unavailable requests after `Retry-After`, as clients do. Returns the body of the answer. */
async function persist(path: string, options: RequestOptions): Promise<string> {
  for (;;) {
    const response = await platform.request(path, options)
    const body = await response.text()
    if (response.ok) return body
    if (response.status !== 503) throw new Error(`${path}: ${response.status} ${body}`)
    await wait(1_000 * Number(response.headers.get('retry-after')))
  }
}

const products = (numbers: number[], suffix = '') =>
  csvOf(
    numbers.map((number) => ({
      handle: `product-${number}`,
      title: `Product ${number}${suffix}`,
      variant_sku: `sku-${number}`,
      variant_price: '1.50',
      image_url: number <= 4 ? images.url(number === 4 ? '/late.jpg' : `/${number}.jpg`) : '',
    })),
  )

async function importFile(csv: string, storefront: string): Promise<Run> {
  const headers = { 'content-type': 'text/csv' }
  const uploaded = await persist('/api/products/imports', { method: 'POST', body: csv, headers, storefront })
  const draft: Draft = JSON.parse(uploaded)
  const confirmed = await persist(`/api/products/imports/${draft.draft_id}/confirm`, {
    method: 'POST',
    storefront,
  })
  return JSON.parse(confirmed)
}

async function exportOf(api: Api, storefront: string): Promise<string> {
  return await (await api.request('/api/products/export', { storefront })).text()
}

/** Twenty products: three with available pictures, one with a picture whose host fails at first. */
async function fill(storefront: string): Promise<Run> {
  images.answer('/late.jpg', (_, response) => response.writeHead(503).end())
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
  const run = await importFile(products(numbers), storefront)
  return await platform.waitForRun(run.run_id, ({ image_counts: { fetched } }) => fetched === 3, {
    storefront,
  })
}

function move(storefront: string, ...args: string[]) {
  const env = {
    CATALOG_TARGET_DATABASE_URL: target.database.url,
    CATALOG_TARGET_NATS_URL: target.nats.url,
  }
  return startOperatorCommand(source, 'move-storefront', [storefront, ...args], env)
}

/** A program that makes the router switch the storefront. */
async function switchProgram(): Promise<string> {
  const path = join(tmpdir(), `switch-${router.baseUrl.split(':').at(-1)}.mjs`)
  await writeFile(
    path,
    `#!${process.execPath}\nconst { ok } = await fetch('${router.switchUrl}/' + process.argv[2], { method: 'PUT' })\nprocess.exit(ok ? 0 : 1)\n`,
    { mode: 0o755 },
  )
  undo.defer(() => rm(path, { force: true }))
  return path
}

/** A request for each operation of the API that needs the catalog; a picture is found in the object store alone. */
async function requestsOf(system: System, ids: Record<string, string>) {
  const document = await system.json<{ paths: Record<string, Record<string, unknown>> }>('/api/openapi.json')
  return Object.entries(document.paths)
    .filter(([route]) => /^\/api\/products(?!\/images|\/imports\/template)/.test(route))
    .flatMap(([route, operations]) => {
      const path = route.replaceAll(/\{(\w+)\}/g, (_, name) => ids[String(name)] ?? randomUUID())
      return Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path }))
    })
}

async function objectsOf({ objects }: System, storefront: string): Promise<string[]> {
  const folder = join(objects, 'product-images', storefront)
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  return files.filter((name) => name.endsWith('.webp')).toSorted()
}

/** Dates every image attempt at the source back; otherwise the move waits for what they may still store. */
async function letTimePass(storefront: string): Promise<void> {
  const long = "interval '10 minutes'"
  await atSource.query(
    `update run_images set settled_at = settled_at - ${long}, attempts = case outcome when 'pending' then 0 else attempts end
    where storefront_id = $1`,
    [storefront],
  )
  await atSource.query(
    `update storefront_locks set locked_at = locked_at - ${long} where storefront_id = $1`,
    [storefront],
  )
}

async function expectHealthy(): Promise<void> {
  for (const system of [source, target]) {
    const { code, output } = await startOperatorCommand(system, 'doctor', []).ended
    expect([code, output]).toEqual([0, expect.stringContaining('nothing is to be done')])
  }
}

test('a storefront in constant use moves with every import, every picture and every byte of its export', async () => {
  const storefront = 'shop'
  const first = await fill(storefront)
  await fill(neighbour)
  // Its next attempt is an hour away: from here on nothing of the neighbour changes by itself.
  await waitFor('the first attempt at its last picture, and the end of its import', async () => {
    const { rowCount } = await atSource.query(
      `select from run_images
      where storefront_id = $1 and outcome = 'pending' and attempts = 1 and claim_expires_at is null
        and not exists (select from import_runs where storefront_id = $1 and apply_unreported)`,
      [neighbour],
    )
    return rowCount === 1
  })
  const ofNeighbour = [await rowsOf(atSource, neighbour), await objectsOf(source, neighbour)]
  const objects = await objectsOf(source, storefront)
  expect(objects.length).toBeGreaterThanOrEqual(3)

  const inUse = new AbortController()
  const confirmed: number[] = []
  const beingUsed = (async () => {
    for (let number = 100; !inUse.signal.aborted; number += 1) {
      const [run, file] = await Promise.all([
        importFile(products([number]), storefront),
        persist('/api/products/export', { storefront }),
      ])
      expect(run.added).toBe(1)
      for (const earlier of confirmed) expect(file).toContain(`product-${earlier},`)
      confirmed.push(number)
      // Without it, the storefront takes most of the processor while it is moved.
      await wait(100)
    }
  })()
  const exported: string[] = []
  router.onSwitch = async (storefrontId) => {
    // The source accepts no more writes, and the target has not received any.
    for (const { baseUrl } of [source, target]) {
      const api = createApi({ baseUrl: () => baseUrl, secret: source.secret })
      exported.push(await exportOf(api, storefrontId))
    }
    await letTimePass(storefrontId)
    router.send(storefrontId, target.baseUrl)
  }
  await waitFor('some imports', () => confirmed.length >= 2)
  const moved = await move(storefront, '--switch-command', await switchProgram()).ended
  const atTheEnd = confirmed.length
  await waitFor('imports at the target', () => confirmed.length >= atTheEnd + 2)
  inUse.abort()
  await beingUsed
  expect([moved.code, moved.lines.at(-1)]).toEqual([
    0,
    expect.objectContaining({
      message: 'moved, nothing of it is left at the source',
      storefront_id: storefront,
    }),
  ])
  expect(moved.lines).toContainEqual(
    expect.objectContaining({ message: 'requests go to the target', writes_waited_ms: expect.any(Number) }),
  )
  expect(moved.output).not.toMatch(/Product|product-\d|\.jpg|postgres:/)

  expect(exported[1]).toBe(exported[0])
  const catalog = await exportOf(platform, storefront)
  for (const number of confirmed) expect(catalog).toContain(`product-${number},`)
  expect(catalog.split('\n').filter((line) => line !== '')).toHaveLength(1 + 20 + confirmed.length)
  const { runs } = await platform.json<RunPage>('/api/products/imports/runs?limit=500', { storefront })
  expect(runs).toHaveLength(1 + confirmed.length)

  // Pending images continue at the target, which serves their pictures.
  images.answer(
    '/late.jpg',
    (_, response) => void response.writeHead(302, { location: images.url('/4.jpg') }).end(),
  )
  await atTarget.query(`update run_images set request_at = now() where outcome = 'pending'`)
  const complete = await platform.waitForRun(first.run_id, undefined, { storefront })
  expect(complete.image_counts).toMatchObject({ pending: 0, fetched: 4 })
  for (const { image_id: imageId } of complete.image_outcomes) {
    const picture = await platform.request(`/api/products/images/${imageId}/thumb`, { storefront })
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  }
  const [last] = runs
  const undone = await platform.json<Draft>(`/api/products/imports/runs/${last?.run_id}/undo`, {
    method: 'POST',
    storefront,
  })
  expect((await platform.confirm(undone.draft_id, { storefront })).updated).toBe(1)

  expect(Object.keys(await rowsOf(atSource, storefront))).toEqual(['storefront_moves'])
  expect(await objectsOf(source, storefront)).toEqual([])
  expect(await objectsOf(target, storefront)).toEqual(expect.arrayContaining(objects))
  expect([await rowsOf(atSource, neighbour), await objectsOf(source, neighbour)]).toEqual(ofNeighbour)
  const astray = await source.request('/api/products/summary', { storefront })
  expect([astray.status, astray.headers.get('retry-after')]).toEqual([503, '1'])
  await expectHealthy()
})

function asJson(body: object) {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

test('where the storefront is not served, no request reads or writes of it, whatever there is of it', async () => {
  const run = await fill('elsewhere')
  const { draft_id } = await platform.upload(products([50]), { storefront: 'elsewhere' })
  // Otherwise the catalog may be counted behind the import, while it is compared below.
  await platform.json('/api/products/summary', { storefront: 'elsewhere' })
  const requests = await requestsOf(source, { draft_id, run_id: run.run_id })
  requests.push({ method: 'POST', path: `/api/products/imports/${run.draft_id}/confirm` })
  expect(requests.length).toBeGreaterThan(15)
  const file = { body: products([51]), headers: { 'content-type': 'text/csv' } }
  const sale = asJson({ adjustments: [{ sku: 'a', by: -1 }] })
  const revision = asJson({})
  const answersOf = async (storefront: string, state: string) => {
    await atSource.query(
      `insert into storefront_moves (storefront_id, move_id, state, started_at)
       values ($1, gen_random_uuid(), $2, now())`,
      [storefront, state],
    )
    const before = await rowsOf(atSource, storefront)
    const answers: unknown[] = []
    for (const { method, path } of requests) {
      const isUpload = method === 'POST' && path.endsWith('/imports')
      const others = path.endsWith('/stock') ? sale : method === 'PATCH' ? revision : {}
      const sent = isUpload ? file : others
      const response = await source.request(path, { method, storefront, ...sent })
      await response.arrayBuffer()
      answers.push([method, path, response.status, response.headers.get('retry-after')])
    }
    expect(await rowsOf(atSource, storefront)).toEqual(before)
    return answers
  }
  const refused = requests.map(({ method, path }) => [method, path, 503, '1'])
  expect(await answersOf('elsewhere', 'incoming')).toEqual(refused)
  expect(await answersOf('nothing', 'moved')).toEqual(refused)
})

test.each([
  [[]],
  [['shop']],
  [['shop', '--abort', '--status']],
  [['not an id', '--abort']],
  [['shop', '--what']],
])('with %j it says what it takes', async ([storefront = '', ...args]) => {
  const { code, output } = await move(storefront, ...args).ended
  expect(code).toBe(2)
  expect(output).toContain('Name one storefront')
})
