import { defaultPageSize } from '@catalog/contracts'
import type { Run } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { listRunImages } from './run-images.sql.ts'
import { toRunSummary } from './runs.sql.ts'
import type { StoredRun } from './runs.sql.ts'

/** The run as callers see it, with the first page of its image outcomes. */
export async function showRun({ database, runDetailDays }: Context, run: StoredRun): Promise<Run> {
  const outcomes =
    run.imagesTotal === 0
      ? []
      : await listRunImages(database, run, { outcome: null, after: null, limit: defaultPageSize })
  return { ...toRunSummary(run, runDetailDays), image_outcomes: outcomes }
}
