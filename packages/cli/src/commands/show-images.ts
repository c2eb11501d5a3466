import { setTimeout as pause } from 'node:timers/promises'
import { answerOf } from '../client.ts'
import type { ImageOutcome, Run } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { readPages } from '../read-pages.ts'
import { count } from '../terminal.ts'

const pollMs = 1_000

/** Shows the progress of a run's images, and those that are missing. */
export async function showImages(
  context: Context,
  runId: string,
  { wait }: { wait?: true | undefined },
): Promise<ExitCode> {
  const { terminal } = context
  const run = wait ? await untilCompleted(context, runId) : await readRun(context, runId)
  const { pending, fetched, rejected, failed } = run.image_counts
  const missing = [
    ...(await outcomesOf(context, run, 'rejected')),
    ...(await outcomesOf(context, run, 'failed')),
  ]
  terminal.say(
    `${count(run.image_progress.total, 'image')}: ${fetched} fetched, ${rejected} rejected, ${failed} failed, ${pending} pending`,
  )
  for (const { product_handle: handle, url, reason, message } of missing)
    terminal.say(`${handle}  ${url}  ${reason}: ${message ?? ''}`)
  terminal.sayJson({ run_id: run.run_id, status: run.status, image_counts: run.image_counts, missing })
  return missing.length > 0 ? exitCodes.incomplete : exitCodes.done
}

async function untilCompleted(context: Context, runId: string): Promise<Run> {
  for (;;) {
    const run = await readRun(context, runId)
    if (run.status === 'completed') return run
    const { handled, total, percent } = run.image_progress
    context.terminal.progress('Fetching images', `${handled} of ${total} (${percent} %)`)
    await pause(pollMs)
  }
}

async function readRun({ api }: Context, runId: string): Promise<Run> {
  return await answerOf(
    api.GET('/api/products/imports/runs/{run_id}', { params: { path: { run_id: runId } } }),
  )
}

async function outcomesOf(
  { api }: Context,
  run: Run,
  outcome: 'rejected' | 'failed',
): Promise<ImageOutcome[]> {
  if (run.image_counts[outcome] === 0) return []
  return await readPages(async (query) => {
    const page = await answerOf(
      api.GET('/api/products/imports/runs/{run_id}/images', {
        params: { path: { run_id: run.run_id }, query: { ...query, outcome } },
      }),
    )
    return { ...page, items: page.image_outcomes }
  })
}
