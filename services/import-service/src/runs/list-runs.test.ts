import { expect, test } from '@jest/globals'
import type { RunQuery, RunSummary } from '@catalog/contracts'
import { planOfNew } from '@catalog/preview/testing'
import type { z } from 'zod'
import { confirmDraft } from './confirm-draft.ts'
import { getRun } from './get-run.ts'
import { listRunImages } from '../images/list-run-images.ts'
import { toRunSummary } from './run-view.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { rowsRead } from '../testing/rows-read.ts'
import { confirmImages, pageOfRuns, runsOf } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const { context, database, clock } = await useTestContext()

test('runs are listed as they were committed, the last one first, page by page, without image outcomes, each storefront its own', async () => {
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
    const page = await pageOfRuns(context, 'a', { limit: 2, cursor })
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

test('filters of runs narrow the history together, in both orders, page by page', async () => {
  for (const [index, sub] of ['ada', 'grace', 'ada', 'grace', 'ada', 'ada', 'grace'].entries()) {
    // As if the fourth were confirmed by a replica whose clock is a minute behind.
    clock.advance(index === 3 ? -60_000 : 20_000)
    await confirmImages(context, 'filtered', index % 3, { sub, name: null })
  }
  await confirmImages(context, 'other', 1, { sub: 'ada', name: null })
  const all = (await runsOf(context, 'filtered')).toReversed()
  const third = all[2]?.run_id ?? ''
  const [, since = '', , , , until = ''] = all.map(({ created_at }) => created_at).toSorted()

  const matches: { [Filter in keyof RunQuery]?: [RunQuery[Filter], (run: RunSummary) => boolean] } = {
    status: ['completed', ({ status }) => status === 'completed'],
    person: ['ada', ({ confirmed_by }) => confirmed_by?.sub === 'ada'],
    after: [third, ({ run_id }) => run_id > third],
    since: [since, ({ created_at }) => created_at >= since],
    until: [until, ({ created_at }) => created_at < until],
  }
  for (let chosen = 0; chosen < 2 ** 5; chosen += 1) {
    const filters = Object.entries(matches).filter((_, index) => chosen & (2 ** index))
    const asked = Object.fromEntries(filters.map(([name, [value]]) => [name, value]))
    const expected = all.filter((run) => filters.every(([, [, isMatch]]) => isMatch(run)))
    for (const [order, runs] of [
      ['oldest', expected],
      ['newest', expected.toReversed()],
    ] as const) {
      const first = await pageOfRuns(context, 'filtered', { ...asked, order, limit: 2 })
      const rest = first.next_cursor
        ? await pageOfRuns(context, 'filtered', { ...asked, order, cursor: first.next_cursor })
        : { runs: [] }
      expect([asked, order, [...first.runs, ...rest.runs]]).toEqual([asked, order, runs])
    }
  }
  expect(
    await pageOfRuns(context, 'filtered', { status: 'fetching_images', after: all.at(-1)?.run_id }),
  ).toEqual({
    runs: [],
    next_cursor: null,
  })
})

test('a page of a long history reads about as many runs as it has', async () => {
  const { run_id } = await confirmImages(context, 'long', 0, { sub: 'ada', name: null })
  // One each minute, the last two of which fetch images and are by another person.
  const start = Date.parse('2024-01-01T00:00:00Z')
  const count = 30_000
  await database.raw(
    `insert into import_runs (
       storefront_id, run_id, draft_id, status, added, updated, errored, unchanged, images_total, duration_ms, created_at,
       confirmed_by
     )
     select storefront_id, (lpad(to_hex(:start::bigint + n * 60000), 12, '0') || '7000' || lpad('', 16, '8'))::uuid,
       gen_random_uuid(), case when n > :count::bigint - 2 then 'fetching_images' else 'completed' end, 1, 0, 0, 0, 0, 1,
       to_timestamp(:start::bigint / 1000 + n * 60),
       jsonb_build_object('sub', case when n % 10000 = 1 then 'grace' else 'ada' end, 'name', null)
     from import_runs cross join generate_series(1::bigint, :count::bigint) n where storefront_id = 'long' and run_id = :run_id`,
    { start, count, run_id },
  )
  const at = (n: number) => new Date(start + n * 60_000).toISOString()
  const [old] = (await pageOfRuns(context, 'long', { until: at(20_000), limit: 1 })).runs
  const day = 24 * 60
  const asked: [z.input<typeof RunQuery>, number, number][] = [
    [{}, 50, 51],
    [{ order: 'oldest' }, 50, 51],
    [{ order: 'oldest', after: old?.run_id }, 50, 51],
    [{ order: 'oldest', since: at(20_000) }, 50, 51],
    [{ until: at(10_000) }, 50, 51 + day],
    [{ since: at(10_000), until: at(10_010) }, 10, 10 + day],
    [{ person: 'grace' }, 3, 3],
    [{ person: 'nobody' }, 0, 0],
    [{ status: 'fetching_images', order: 'oldest' }, 2, 2],
  ]
  for (const isAnalyzed of [false, true]) {
    if (isAnalyzed) await database.raw('analyze import_runs')
    await database.transaction(async (transaction) => {
      for (const [query, runs, most] of asked) {
        const before = await rowsRead(transaction, 'import_runs')
        const page = await pageOfRuns({ ...context, database: transaction }, 'long', query)
        const read = (await rowsRead(transaction, 'import_runs')) - before
        expect([query, page.runs.length, Math.max(read, most)]).toEqual([query, runs, most])
      }
    })
  }
}, 60_000)

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
    catalogVersion: null,
  }
  expect(toRunSummary(run, 90).image_progress).toEqual({ total, handled, percent })
})

test("a run's images are listed by outcome, page by page", async () => {
  const run = await confirmImages(context, 'images', 60)
  const input = { storefront_id: 'images', run_id: run.run_id, limit: 40 }
  const { image_outcomes: shown } = await getRun(context, input)
  expect(shown).toHaveLength(50)
  expect(shown[0]).toMatchObject({ product_title: 'A product' })

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
  const cursor = Buffer.from('7').toString('base64url')
  await expect(pageOfRuns(context, 'a', { cursor })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})
