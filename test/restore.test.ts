import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { imageRequested } from '@catalog/contracts'
import type { ImageOutcomePage, Run } from '@catalog/contracts'
import { connectNats, jobsPending } from '@catalog/messaging'
import { expect, test } from '@jest/globals'
import { connected } from '../deploy/local/database.ts'
import { blocksOf, readRunbook } from './operations/support/runbooks.ts'
import { startArchivingPostgres } from './support/archiving-postgres.ts'
import { catalogFile } from './support/canonical-file.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startImageHost } from './support/image-host.ts'
import { letRequestsAge } from './support/let-requests-age.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startSystem } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

// Follows deploy/runbooks/restore.md on a separate system.

const undo = disposeAfterAll()
const images = undo.use(await startImageHost())
const postgres = undo.use(await startArchivingPostgres())
const database = await createDatabase({ server: postgres.url })
const system = undo.use(
  await startSystem({ database, env: { all: { CATALOG_IMAGE_ALLOWED_HOSTS: images.host } } }),
)

/** More than the queue gets at a time, so that some are not requested before the loss. */
const manyImages = 6

test('a database restored to a time before has exactly what it had, and its image phases go on', async () => {
  const storefront = 'restored'
  const before = await importImages(storefront, 'before', 2)
  await endOf(before, storefront)
  await postgres.takeBaseBackup()

  const underWay = await requestImages(storefront, 'under-way')
  const draft = await system.upload(catalogFile({ products: 3, variants: 1, edition: 9 }), { storefront })
  const exported = await exportOf(storefront)
  const time = await postgres.time()

  // Everything after this is lost, except the objects and the queue.
  await system.start('image-service')
  await endOf(underWay, storefront)
  await system.confirm(draft.draft_id, { storefront })
  const lost = await importImages(storefront, 'lost', 2)
  await endOf(lost, storefront)
  const lostImages = await idsOf(lost, storefront)
  const late = await importImages('late', 'late', 1)
  await endOf(late, 'late')
  const queued = await requestImages(storefront, 'queued')
  await system.kill('import-service', 'SIGTERM')
  await postgres.lose()

  await postgres.restoreTo(time)
  await Promise.all([system.start('import-service'), system.start('image-service')])
  await system.waitForEvent('image_phase_recovered', { run_id: underWay.run_id })
  expect(await waitFor('an export', () => exportOf(storefront).catch(() => null))).toBe(exported)
  // The queue has had their requests, and drops them as repeats; after each comparison a few more get through.
  await waitFor(
    'a request that is not dropped',
    async () => {
      await waitFor('the requests to be dropped or done', async () => (await queueDepth()) === 0)
      await connected(system.database.url, letRequestsAge)
      await compareQueue()
      const again = await waitFor('an answer', () =>
        system.json<Run>(runOf(underWay), { storefront }).catch(() => null),
      )
      return again.image_counts.fetched > 0
    },
    { everyMs: 500 },
  )
  const run = await endOf(underWay, storefront)
  expect(run.image_counts).toEqual({ pending: 0, fetched: manyImages, rejected: 0, failed: 0 })
  for (const id of await idsOf(run, storefront)) expect(await statusOf(id, storefront)).toBe(200)
  // No catalog refers to them, and the bucket keeps them.
  for (const id of lostImages) expect(await statusOf(id, storefront)).toBe(200)
  for (const { run_id: id } of [lost, queued]) {
    const answer = await system.request(`/api/products/imports/runs/${id}`, { storefront })
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'run_not_found' }])
  }
  await waitFor('the requests of what is not known to be dropped', async () => (await queueDepth()) === 0)
  // Once before the restore, and once after it.
  expect(completions(underWay)).toHaveLength(2)

  expect(await check()).toMatchObject({
    code: 0,
    lines: expect.arrayContaining([
      expect.objectContaining({ severity: 'INFO', message: expect.stringContaining('does not have') }),
      expect.objectContaining({ severity: 'INFO', examples: ['late'] }),
    ]),
  })
  // Drafts that were open at that time are open again.
  expect(await system.confirm(draft.draft_id, { storefront })).toMatchObject({ status: 'completed' })
})

test('images whose objects were lost are found by the doctor, and fetched again as it says', async () => {
  const storefront = 'without-objects'
  const { run_id: runId } = await importImages(storefront, 'objects', 3)
  const run = await system.waitForRun(runId, undefined, { storefront })
  const [image = ''] = await idsOf(run, storefront)
  await rm(join(system.objects, 'product-images', storefront, image), { recursive: true })
  const statement = blocksOf(readRunbook('restore.md'), 'sql').find((sql) => sql.includes('lost as')) ?? ''
  expect(await check()).toMatchObject({
    code: 1,
    problems: [{ count: 1, examples: [image], what_next: expect.stringContaining('doctor.md#renditions') }],
  })
  await connected(system.database.url, (client) =>
    client.query(statement.replaceAll(":'storefront_id'", `'${storefront}'`)),
  )
  await system.json(`/api/products/imports/runs/${runId}/retry-images`, { method: 'POST', storefront })
  const again = await system.waitForRun(runId, undefined, { storefront })
  expect(again.image_counts).toEqual({ pending: 0, fetched: 3, rejected: 0, failed: 0 })
  expect(await check()).toMatchObject({ code: 0 })
})

test('a queue restored from an old backup costs no image: settled ones are dropped, lost ones requested', async () => {
  const storefront = 'old-queue'
  const settled = await requestImages(storefront, 'settled')
  const backup = join(system.nats.store, '..', 'backup')
  await system.nats.stop()
  await cp(system.nats.store, backup, { recursive: true })
  await system.nats.start()
  await system.start('image-service')
  await endOf(settled, storefront)

  const lost = await requestImages(storefront, 'lost-requests')
  await system.nats.stop()
  await connected(system.database.url, letRequestsAge)
  await rm(system.nats.store, { recursive: true })
  await cp(backup, system.nats.store, { recursive: true })
  await system.nats.start()
  await system.start('image-service')
  await waitFor('the old requests to be dropped', async () => (await queueDepth()) === 0)
  await compareQueue()

  const run = await endOf(lost, storefront)
  expect(run.image_counts).toEqual({ pending: 0, fetched: manyImages, rejected: 0, failed: 0 })
  expect(completions(settled)).toHaveLength(1)
  expect(await check()).toMatchObject({ code: 0 })
})

async function importImages(storefront: string, word: string, products: number): Promise<Run> {
  const imageUrl = (product: number) => images.url(`/${word}/${product}.jpg`)
  const file = catalogFile({ products, variants: 1, images: 1, imageUrl })
  // A server that has just come back may not be reached yet.
  const draft = await waitFor('the upload', () => system.upload(file, { storefront }).catch(() => null))
  return system.confirm(draft.draft_id, { storefront })
}

function endOf({ run_id: id }: Run, storefront: string): Promise<Run> {
  return waitFor(
    `run ${id}`,
    async () => {
      // A server that has just come back may not be reached yet.
      const read = system.json<Run>(runOf({ run_id: id }), { storefront })
      const run = await read.catch(() => null)
      return run?.status === 'completed' && run
    },
    { everyMs: 50 },
  )
}

function runOf({ run_id: id }: Pick<Run, 'run_id'>): string {
  return `/api/products/imports/runs/${id}`
}

/** A run with waiting images, some of them in the queue, because image-service is stopped. */
async function requestImages(storefront: string, word: string): Promise<Run> {
  await system.kill('image-service', 'SIGTERM')
  const run = await importImages(storefront, word, manyImages)
  await waitFor('requests in the queue', async () => (await queueDepth()) > 0)
  return run
}

/** The queue is compared with the database every ten seconds, and at a reconnect. */
async function compareQueue(): Promise<void> {
  await system.nats.stop()
  await system.nats.start()
}

async function idsOf({ run_id: id }: Run, storefront: string): Promise<string[]> {
  const path = `/api/products/imports/runs/${id}/images?limit=500`
  const { image_outcomes: outcomes } = await system.json<ImageOutcomePage>(path, { storefront })
  return outcomes.map(({ image_id: image }) => image)
}

function statusOf(imageId: string, storefront: string): Promise<number> {
  return waitFor(`the status of ${imageId}`, async () => {
    const answer = await system.request(`/api/products/images/${imageId}/original`, { storefront })
    await answer.arrayBuffer()
    // A service may not have reached NATS again yet.
    return answer.status !== 503 && answer.status
  })
}

async function exportOf(storefront: string): Promise<string> {
  const answer = await system.request('/api/products/export', { storefront })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(text)
  return text
}

function completions({ run_id: id }: Run): unknown[] {
  return system.events('image_phase_completed').filter(({ run_id: of }) => of === id)
}

async function queueDepth(): Promise<number> {
  await using nats = await connectNats({ url: system.nats.url, name: 'test', log: console })
  return await jobsPending(nats, imageRequested)
}

/** The doctor ignores images that were settled within the last minute. */
async function check() {
  await connected(system.database.url, (client) =>
    client.query("update run_images set settled_at = settled_at - interval '1 hour'"),
  )
  const { code, lines } = await startOperatorCommand(system, 'doctor', []).ended
  return { code, lines, problems: lines.slice(0, -1).filter(({ severity }) => severity === 'WARNING') }
}
