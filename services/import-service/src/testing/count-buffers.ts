import { connected } from '../../../../test/support/database.ts'
import type { Database } from '../postgres/database.ts'
import { sentStatements } from './sent-statements.ts'

interface Explained {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[]
}

/** The number of pages that the pool's statements during `work` read; each statement is run once more to count them. */
export async function countBuffers(
  { database, url }: { database: Database; url: string },
  work: () => Promise<unknown>,
): Promise<number> {
  const sent = await sentStatements(database, work)
  return connected(url, async (client) => {
    let buffers = 0
    for (const { sql, bindings } of sent) {
      const explain = `explain (analyze, buffers, format json) ${sql}`
      const { rows } = await client.query<Explained>(explain, bindings)
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      if (plan === undefined) throw new Error('a statement was not explained')
      buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    return buffers
  })
}
