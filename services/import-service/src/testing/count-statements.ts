import type { Database } from '../postgres/database.ts'

/** The number of statements that the pool sends while `work` runs. */
export async function countStatements(database: Database, work: () => Promise<unknown>): Promise<number> {
  let statements = 0
  const count = () => void (statements += 1)
  database.on('query', count)
  try {
    await work()
  } finally {
    database.off('query', count)
  }
  return statements
}
