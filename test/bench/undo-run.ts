import type { Client } from 'pg'
import type { Draft } from '@catalog/contracts'
import type { System } from '../support/system.ts'
import { median } from './alternate.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import type { ImportBench } from './upload-file.ts'

/** The undo of a run of 5,000 rows, from the request to its preview; and the storage that such a run needs. */
export async function benchUndo(
  system: System,
  client: Client,
  { rounds, storefront }: ImportBench,
): Promise<Finding[]> {
  tell('undo: 5,000 rows')
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const file = canonicalFile(makeProducts({ from: 1, count: 1_000, edition: 1_000 + round }))
    const { draft_id: draftId } = await system.upload(file, { storefront })
    const run = await system.confirm(draftId, { storefront })
    const startedAt = performance.now()
    const path = `/api/products/imports/runs/${run.run_id}/undo`
    const draft = await system.json<Draft>(path, { method: 'POST', storefront })
    times.push(performance.now() - startedAt)
    if (draft.preview.updates !== 5_000) throw new Error('the undo has other counts')
  }
  const { rows } = await client.query<{ runs: string; bytes: string }>(`
    select count(distinct run_id) as runs, sum(bytes) as bytes
    from (
      select run_id, pg_column_size(plan) + pg_column_size(errors_csv) as bytes from import_run_details
      union all
      select r.run_id, pg_column_size(b.rows)
      from import_row_blocks b join import_runs r using (storefront_id, draft_id)
    ) kept`)
  const { runs, bytes } = rows[0] ?? { runs: '0', bytes: '0' }
  return [
    {
      what: 'undo of a run of 5,000 rows, until its preview is answered',
      here: `${milliseconds(median(times))}, goal 1 s`,
    },
    {
      what: 'what a run of 5,000 rows keeps on disk',
      here: `${(Number(bytes) / Number(runs) / 1024).toFixed(0)} KiB`,
    },
  ]
}
