import { defaultPageSize, everything } from '@catalog/contracts'
import type { Run, RunSummary } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { listRunImages } from './run-images.sql.ts'
import { dayMs, hasDetails } from './runs.sql.ts'
import type { StoredRun } from './runs.sql.ts'

/** The run as the API returns it, with the first page of its image outcomes. */
export async function showRun({ database, runDetailDays }: Context, run: StoredRun): Promise<Run> {
  const outcomes =
    run.imagesTotal === 0
      ? []
      : await listRunImages(database, run, { outcome: null, after: null, limit: defaultPageSize })
  return { ...toRunSummary(run, runDetailDays), image_outcomes: outcomes }
}

/** The run as the list of runs returns it. */
export function toRunSummary(run: StoredRun, detailDays: number): RunSummary {
  const handled = run.imagesFetched + run.imagesRejected + run.imagesFailed
  return {
    run_id: run.runId,
    storefront_id: run.storefrontId,
    draft_id: run.draftId,
    file_name: run.fileName,
    created_by: run.createdBy,
    confirmed_by: run.confirmedBy,
    dialect: run.dialect,
    choice: run.choice ?? everything,
    edits: run.edits,
    row_count: run.rowCount,
    undoes: run.undoes,
    undone_by: run.undoneBy,
    details_until: hasDetails(run) ? detailsUntil(run, detailDays).toISOString() : null,
    status: run.status,
    added: run.added,
    updated: run.updated,
    errored: run.errored,
    unchanged: run.unchanged,
    preview: run.tally,
    catalog_version: run.catalogVersion,
    created_at: run.createdAt.toISOString(),
    completed_at: run.completedAt?.toISOString() ?? null,
    duration_ms: run.durationMs,
    image_progress: { total: run.imagesTotal, handled, percent: percent(handled, run.imagesTotal) },
    image_counts: {
      pending: run.imagesTotal - handled,
      fetched: run.imagesFetched,
      rejected: run.imagesRejected,
      failed: run.imagesFailed,
    },
  }
}

function detailsUntil({ createdAt }: StoredRun, days: number): Date {
  return new Date(createdAt.getTime() + days * dayMs)
}

/** With one decimal, rounded down, so that it is 100 only once all images are settled. */
function percent(handled: number, total: number): number {
  return total === 0 ? 100 : Math.floor((handled * 1000) / total) / 10
}
