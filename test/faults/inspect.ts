import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { imageRequested, imports, renditionKey } from '@catalog/contracts'
import type { ImageOutcome, Run } from '@catalog/contracts'
import { jobsPending, request } from '@catalog/messaging'
import { waitFor } from '../support/wait-for.ts'
import { patience } from './fault.ts'
import { untilReached } from './lab.ts'
import type { Lab } from './lab.ts'

/** Waits until the queue is empty, then checks everything that must be true of a run. Throws what is not true. */
export async function inspectRun(lab: Lab, run: Run): Promise<Run> {
  await waitForEnd(lab, run)
  await waitFor('the queue to be empty', async () => (await countQueued(lab)) === 0, patience)
  return await inspectOutcomes(lab, run)
}

export async function inspectOutcomes(lab: Lab, started: Run): Promise<Run> {
  const { run_id, storefront_id } = started
  const run = await waitForEnd(lab, started)
  await waitFor('image_phase_completed', () => completions(lab, run_id).length > 0, patience)

  const { rows } = await lab.database.query<ImageOutcome & { requests: number }>(
    'select image_id, outcome, renditions, attempts, requests, url from run_images where run_id = $1',
    [run_id],
  )
  const countOf = (outcome: string) => rows.filter((row) => row.outcome === outcome).length
  const ended = { fetched: countOf('fetched'), rejected: countOf('rejected'), failed: countOf('failed') }
  const counts = { pending: countOf('pending'), ...ended }
  hold('every image has its outcome', counts.pending === 0)
  hold('the counts are those of the outcomes', same(run.image_counts, counts))
  const { total, handled } = run.image_progress
  hold('all images are handled', handled === total && total === rows.length)
  const summary = await untilReached(() => request(lab.client, imports.summarizeCatalog, { storefront_id }))
  hold('the summary counts the same images', summary.image_count === total)

  const all = completions(lab, run_id)
  hold('image_phase_completed was written once', all.length === 1)
  hold('image_phase_completed has the counts', same(all[0] ?? {}, ended))
  hold('no image was fetched after it was settled', lab.fetchedAgain.length === 0)
  hold(
    'no image was fetched more often than it was tried, or gave way',
    rows.every((row) => lab.pictures.requests(new URL(row.url).pathname) <= row.attempts + mostYields(row)),
  )
  for (const { image_id, outcome, renditions } of rows)
    if (outcome === 'fetched')
      for (const name of renditions) await holdStored(lab, renditionKey(storefront_id, image_id, name))
  return run
}

/** An attempt that yields is not counted; the image is requested again, which counts as two requests. */
function mostYields({ requests }: { requests: number }): number {
  return Math.floor(requests / 2)
}

async function waitForEnd(lab: Lab, { storefront_id, run_id }: Run): Promise<Run> {
  return await waitFor(
    'the end of the image phase',
    async () => {
      const latest = await untilReached(() => request(lab.client, imports.getRun, { storefront_id, run_id }))
      return latest.status === 'completed' && latest
    },
    { ...patience, everyMs: 100 },
  )
}

/** How the run ended, as text for the table. */
export function describeRun({ image_counts: counts, image_outcomes: outcomes }: Run): string {
  const attempts = outcomes.map((image) => image.attempts)
  const again = attempts.filter((count) => count > 1).length
  const { fetched, rejected, failed } = counts
  const parts = Object.entries({ fetched, rejected, failed }).filter(([, count]) => count > 0)
  const ends = parts.map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  return again === 0 ? ends : `${ends}; ${again} at a later attempt`
}

/** Images in the queue. */
export function countQueued({ client }: Lab): Promise<number> {
  return untilReached(() => jobsPending(client, imageRequested))
}

export async function countWhere(lab: Lab, condition: string): Promise<number> {
  const { rows } = await lab.database.query<{ count: string }>(
    `select count(*) as count from run_images where ${condition}`,
  )
  return Number(rows[0]?.count)
}

/** As many as image-service has in hand at a time. */
export async function untilFour(lab: Lab, what: string, condition: string): Promise<void> {
  await waitFor(what, async () => (await countWhere(lab, condition)) === 4, patience)
}

/** @throws Error if it is not true */
export function hold(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Error(`does not hold: ${what}`)
}

function completions(lab: Lab, runId: string): Record<string, unknown>[] {
  return lab.events('image_phase_completed').filter(({ run_id }) => run_id === runId)
}

async function holdStored(lab: Lab, key: string): Promise<void> {
  const isThere =
    lab.bucket?.has(key) ??
    (await access(join(lab.objects, key)).then(
      () => true,
      () => false,
    ))
  hold('every rendition is in the object store', isThere)
}

function same(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  return Object.keys(other).every((key) => one[key] === other[key])
}
