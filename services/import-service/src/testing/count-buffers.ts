import { Client } from 'pg'
import type { Database } from '../postgres/database.ts'

interface Explained {
  'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[]
}

/** The number of pages that the pool's statements during `work` read; each statement is run once more to count them. */
export async function countBuffers(
  { database, url }: { database: Database; url: string },
  work: () => Promise<unknown>,
): Promise<number> {
  const sent: { sql: string; bindings: unknown[] }[] = []
  const record = (statement: { sql: string; bindings: unknown[] }) => void sent.push(statement)
  database.on('query', record)
  try {
    await work()
  } finally {
    database.off('query', record)
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let buffers = 0
    for (const { sql, bindings } of sent) {
      const { rows } = await client.query<Explained>(
        `explain (analyze, buffers, format json) ${sql}`,
        bindings,
      )
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      if (plan === undefined) throw new Error('a statement was not explained')
      buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    return buffers
  } finally {
    await client.end()
  }
}
