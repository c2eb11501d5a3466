import { beforeEach, expect, test } from '@jest/globals'
import type { Run } from '@catalog/contracts'
import { planOfNew } from '@catalog/preview/testing'
import { listRunImages } from '../images/list-run-images.ts'
import { retryImages } from '../images/retry-images.ts'
import { query } from '../postgres/database.ts'
import { storeDraft, inputOf } from '../testing/stored-drafts.ts'
import { failed } from '../testing/stored-runs.ts'
import { useRun } from '../testing/use-run.ts'
import { undoRun } from './undo-run.ts'
import { confirmDraft } from './confirm-draft.ts'
import { exportRunChanges } from './export-run-changes.ts'
import { exportRunErrors } from './export-run-errors.ts'
import { getRun } from './get-run.ts'
import { deleteSettledImages } from './write-run-images.sql.ts'
import { deleteDetails } from './run-details.sql.ts'
import { listRunRows } from './list-run-rows.ts'

const dayMs = 24 * 60 * 60 * 1000
const of = await useRun()

beforeEach(async () => {
  await of.settle(await of.claim(0))
  await of.settle(await of.claim(1), { ...failed, outcome: 'rejected' }, 1)
  // What is due behind the run's own import must not see a later time.
  await of.service.idle()
})

test('the rows and settled images of a run are deleted after their days, its counts stay', async () => {
  await importAfter(90 * dayMs - 1)
  expect(await find()).toMatchObject({ details_until: expect.any(String), image_outcomes: [{}, {}] })
  await importAfter(1)
  expect(await find()).toMatchObject({
    details_until: null,
    added: 1,
    row_count: 1,
    image_counts: { pending: 0, fetched: 1, rejected: 1, failed: 0 },
    image_outcomes: [],
  })
  // Their last outcomes: the catalog shows the pictures, and what was rejected still gives way to a new one.
  expect(await storedParts()).toEqual({ details: 0, blocks: 0, images: 2 })
  const { context } = of.service
  const page = { limit: 1, cursor: null }
  expect(await listRunImages(context, { ...key(), outcome: null, ...page })).toMatchObject({
    image_outcomes: [],
  })
  const expired = { code: 'run_details_expired' }
  await expect(listRunRows(context, { ...key(), kinds: [], ...page })).rejects.toMatchObject(expired)
  await expect(exportRunErrors(context, key())).rejects.toMatchObject(expired)
  await expect(exportRunChanges(context, key())).rejects.toMatchObject(expired)
  await expect(undoRun(context, key())).rejects.toMatchObject(expired)
  await expect(retryImages(context, key())).rejects.toMatchObject(expired)
  expect(await find()).toMatchObject({ image_counts: { rejected: 1 } })
})

test('what is wrong with the rows of a run stays as counts, without values of its file', async () => {
  const count = { severity: 'error', code: 'invalid_number', case: null, column: null, products: 1, rows: 1 }
  const causes = ['x', 'y'].map((value, at) =>
    Object.assign({ ...count, fixable: at }, { example: { row: 2, message: 'Write digits.', value } }),
  )
  const none = { products: {}, left_out: 0, changes: [], risks: [] }
  await query(of.service.database)`
    update import_runs set tally = ${JSON.stringify({ ...none, causes })} where run_id = ${of.run.run_id}`
  expect((await find()).preview?.causes).toEqual(causes)
  await importAfter(91 * dayMs)
  const kept = (await find()).preview
  expect(kept?.causes).toEqual([0, 1].map((fixable) => Object.assign({}, count, { fixable })))
  expect(kept).toMatchObject(none)
})

test('another storefront’s import lets nothing of it go', async () => {
  await importAfter(91 * dayMs, 'other')
  expect(await find()).toMatchObject({ details_until: expect.any(String), image_outcomes: [{}, {}] })
})

test('a run whose images are still being fetched keeps everything, and holds up no other', async () => {
  const { context } = of.service
  const waiting = await importAfter(0, 'storefront', 1)
  const later = await importAfter(1_000)
  await importAfter(91 * dayMs)
  expect(await getRun(context, keyOf(waiting))).toMatchObject({
    details_until: expect.any(String),
    image_counts: { pending: 1 },
    image_outcomes: [{}],
  })
  for (const gone of [of.run, later]) {
    expect(await getRun(context, keyOf(gone))).toMatchObject({ details_until: null })
  }
})

test('what is more than one import deletes is deleted by the next ones', async () => {
  const runs: Run[] = []
  for (let index = 0; index < 25; index++) runs.push(await importAfter(1))
  await importAfter(91 * dayMs)
  const { context } = of.service
  const isKept = async (run: Run) => (await getRun(context, keyOf(run))).details_until !== null
  const last = runs.at(-1)
  if (!last) throw new Error('no run')
  expect(await isKept(last)).toBe(true)
  await importAfter(1)
  expect(await isKept(last)).toBe(false)
})

test('an image that is fetched again is not deleted', async () => {
  const { context, database } = of.service
  await retryImages(context, key())
  expect(await deleteSettledImages(database, runKey(), 10)).toBe(0)
  await database.transaction((transaction) =>
    deleteDetails(transaction, { ...runKey(), draftId: of.run.draft_id }),
  )
  expect(await find()).toMatchObject({
    details_until: expect.any(String),
    image_outcomes: [{ outcome: 'fetched' }, { outcome: 'pending' }],
  })
})

/** Imports a product after the clock has advanced by `ms`, and waits until no details are being deleted. */
async function importAfter(ms: number, storefront = 'storefront', images = 0): Promise<Run> {
  const { context, clock, idle } = of.service
  clock.advance(ms)
  const draft = await storeDraft(context, storefront, planOfNew(1, { images }))
  const { run } = await confirmDraft(context, inputOf(draft))
  await idle()
  return run
}

function keyOf({ storefront_id, run_id }: Run) {
  return { storefront_id, run_id }
}

function key() {
  return keyOf(of.run)
}

function runKey() {
  return { storefrontId: of.run.storefront_id, runId: of.run.run_id }
}

async function find(): Promise<Run> {
  return await getRun(of.service.context, key())
}

async function storedParts() {
  const [counts] = await query(of.service.database)`
    select (select count(*) from import_run_details where run_id = ${of.run.run_id}) as details,
      (select count(*) from import_row_blocks where draft_id = ${of.run.draft_id}) as blocks,
      (select count(*) from run_images where run_id = ${of.run.run_id}) as images`
  return counts
}
