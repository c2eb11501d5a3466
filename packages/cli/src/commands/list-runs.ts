import { answerOf } from '../client.ts'
import type { RunSummary } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { readPages } from '../read-pages.ts'

/** The history, newest first. */
export async function listRuns(
  { api, terminal }: Context,
  { limit, search }: { limit: number; search?: string | undefined },
): Promise<ExitCode> {
  const runs = await readPages(async (query) => {
    const filter = search !== undefined && { q: search }
    const page = await answerOf(
      api.GET('/api/products/imports/runs', { params: { query: { ...query, ...filter } } }),
    )
    return { ...page, items: page.runs }
  }, limit)
  for (const run of runs) terminal.say(lineOf(run))
  if (runs.length === 0) terminal.say('There is no import.')
  terminal.sayJson({ runs })
  return exitCodes.done
}

function lineOf(run: RunSummary): string {
  const { total, percent } = run.image_progress
  const images = total === 0 ? [] : [`images ${percent} %`]
  return [
    run.run_id,
    run.created_at,
    `+${run.added} ~${run.updated} !${run.errored}`,
    ...images,
    run.file_name ?? (run.undoes === null ? '' : `undo of ${run.undoes}`),
    ...(run.undone_by === null || run.undone_by === undefined ? [] : ['(undone)']),
  ]
    .filter((part) => part !== '')
    .join('  ')
}
