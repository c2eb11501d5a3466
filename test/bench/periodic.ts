import { sweepSome } from '../../services/import-service/src/drafts/sweep.ts'
import { requestDueImages } from '../../services/import-service/src/images/dispatcher.ts'
import { reportOverdueRuns } from '../../services/import-service/src/images/overdue.ts'
import { countPendingImages } from '../../services/import-service/src/images/pending-total.sql.ts'
import { reportUnreported } from '../../services/import-service/src/runs/report-watch.ts'
import { findOldestImagePhase } from '../../services/import-service/src/runs/image-phases.sql.ts'
import { insertOpenRuns } from '../../services/import-service/src/testing/open-runs.ts'
import { sentStatements } from '../../services/import-service/src/testing/sent-statements.ts'
import { createTestContext } from '../../services/import-service/src/testing/test-context.ts'
import type { TestContext } from '../../services/import-service/src/testing/test-context.ts'
import { median } from './alternate.ts'
import { connectClient } from './connect-client.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'

const storefronts = 20_000

/** import-service's periodic statements in PostgreSQL, with 20,000 runs whose images wait: the server's own time. */
export async function benchPeriodic({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using test = await createTestContext()
  const { clock, context, database } = test
  tell(`periodic: ${storefronts} storefronts with an open run each`)
  await insertOpenRuns(database, storefronts, clock.time)
  const questions: Record<string, () => Promise<unknown>> = {
    'a look for due images': () => requestDueImages({ ...context, publish: async () => {} }),
    'a look for overdue runs': () => reportOverdueRuns(context),
    'a look for events that were not written': () => reportUnreported(context),
    'the sweep of expired drafts': () => sweepSome(database, clock.time),
    'the gauges of pending and waiting images': () => countPendingImages(database),
    'the gauge of the oldest image phase': () => findOldestImagePhase(database, clock.time),
  }
  const findings: Finding[] = []
  for (const [what, ask] of Object.entries(questions)) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) times.push(await slowestStatement(test, ask))
    const ms = median(times.slice(1))
    findings.push({
      what: `${what}, its slowest statement, beside ${storefronts} open runs`,
      floor: '1 ms',
      ratio: ms,
      goal: { most: 1 },
      here: milliseconds(ms),
    })
  }
  return findings
}

interface Explained {
  'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[]
}

/** Milliseconds of the slowest statement that is sent, each planned and executed once more. */
async function slowestStatement(
  { database, url }: TestContext,
  ask: () => Promise<unknown>,
): Promise<number> {
  const sent = await sentStatements(database, ask)
  await using connection = await connectClient(url)
  let most = 0
  for (const { sql, bindings } of sent) {
    const explain = `explain (analyze, timing off, format json) ${sql}`
    // On a new connection, the first plan includes loading the descriptions of the tables.
    await connection.client.query(explain, bindings)
    const { rows } = await connection.client.query<Explained>(explain, bindings)
    const times = rows[0]?.['QUERY PLAN'][0]
    if (!times) throw new Error('a statement was not explained')
    most = Math.max(most, times['Planning Time'] + times['Execution Time'])
  }
  return most
}
