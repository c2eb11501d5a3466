import { expect, test } from '@jest/globals'
import type { RunSummary } from '@catalog/contracts'
import { planOfNew } from '@catalog/preview/testing'
import { confirmDraft } from './confirm-draft.ts'
import { getRun } from './get-run.ts'
import { listRunImages } from '../images/list-run-images.ts'
import { listRuns } from './list-runs.ts'
import { toRunSummary } from './run-view.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { confirmImages } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const service = useTestContext()

test('runs are listed as they were committed, the last one first, page by page, without image outcomes, each storefront its own', async () => {
  const { context, clock } = service
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1) {
    // As if the third were confirmed by a replica whose clock is a minute behind.
    clock.advance(index === 2 ? -60_000 : 1_000)
    ids.unshift((await confirmImages(context, 'a', index)).run_id)
  }
  await confirmImages(context, 'b', 0)

  const pages: RunSummary[][] = []
  let cursor: string | null = null
  do {
    const page = await listRuns(context, { storefront_id: 'a', q: null, limit: 2, cursor })
    pages.push(page.runs)
    cursor = page.next_cursor
  } while (cursor !== null)

  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat().map((run) => run.run_id)).toEqual(ids)
  expect(pages.flat().map((run) => run.status)).toEqual([
    ...Array.from({ length: 4 }, () => 'fetching_images'),
    'completed',
  ])
  expect(pages.flat().some((run) => 'image_outcomes' in run)).toBe(false)
})

test.each([
  [0, 3, 0],
  [1, 3, 33.3],
  [2_999, 3_000, 99.9],
  [3_000, 3_000, 100],
  [0, 0, 100],
])('%i images of %i are %f percent: 100 with the last one only', (handled, total, percent) => {
  const run = {
    storefrontId: 'a',
    runId: 'run',
    draftId: 'draft',
    status: 'fetching_images' as const,
    added: 0,
    updated: 0,
    errored: 0,
    unchanged: 0,
    durationMs: 0,
    imagesTotal: total,
    imagesFetched: handled,
    imagesRejected: 0,
    imagesFailed: 0,
    createdAt: new Date(0),
    imageSlowness: 1,
    imageSlowedAt: null,
    imagePhaseStartedAt: null,
    isCompletionUnreported: false,
    isApplyUnreported: false,
    completedAt: null,
    fileName: null,
    createdBy: null,
    confirmedBy: null,
    dialect: 'canonical' as const,
    rowCount: 0,
    undoes: null,
    undoneBy: null,
    areDetailsDeleted: false,
    choice: null,
    edits: 0,
    tally: null,
  }
  expect(toRunSummary(run, 90).image_progress).toEqual({ total, handled, percent })
})

test("a run's images are listed by outcome, page by page", async () => {
  const { context } = service
  const run = await confirmImages(context, 'images', 60)
  const input = { storefront_id: 'images', run_id: run.run_id, limit: 40 }
  expect((await getRun(context, input)).image_outcomes).toHaveLength(50)

  const first = await listRunImages(context, { ...input, outcome: 'pending', cursor: null })
  const second = await listRunImages(context, { ...input, outcome: 'pending', cursor: first.next_cursor })

  expect(first.image_outcomes.slice(0, 2)).toEqual(run.image_outcomes.slice(0, 2))
  expect(second.next_cursor).toBeNull()
  const ids = [...first.image_outcomes, ...second.image_outcomes].map((image) => image.image_id)
  expect(new Set(ids).size).toBe(60)
  expect(await listRunImages(context, { ...input, outcome: 'failed', cursor: null })).toEqual({
    image_outcomes: [],
    next_cursor: null,
  })
})

test("a page of a run's images ends before 1 MB of JSON", async () => {
  const { context } = service
  const plan = planOfNew(1, { images: 500 })
  for (const image of plan.images.adds) image.url += `?${'x'.repeat(2_000)}`
  const { run } = await confirmDraft(context, inputOf(await storeDraft(context, 'images', plan)))
  const input = { storefront_id: 'images', run_id: run.run_id, outcome: null, limit: 500 }
  const first = await listRunImages(context, { ...input, cursor: null })
  const second = await listRunImages(context, { ...input, cursor: first.next_cursor })
  expect(JSON.stringify(first).length).toBeLessThan(1_000_000)
  expect(first.image_outcomes.length + second.image_outcomes.length).toBe(500)
  expect(second.next_cursor).toBeNull()
})

test("another storefront's run is not found, nor are its images", async () => {
  const { context } = service
  const run = await confirmImages(context, 'mine', 1)
  const input = { storefront_id: 'theirs', run_id: run.run_id }
  await expect(getRun(context, input)).rejects.toMatchObject({ code: 'run_not_found' })
  await expect(
    listRunImages(context, { ...input, outcome: null, limit: 1, cursor: null }),
  ).rejects.toMatchObject({
    code: 'run_not_found',
  })
})

test('a cursor that no page gave is refused', async () => {
  const input = { storefront_id: 'a', q: null, limit: 1, cursor: Buffer.from('7').toString('base64url') }
  await expect(listRuns(service.context, input)).rejects.toMatchObject({ code: 'invalid_request' })
})
