import type { Database } from '../postgres/database.ts'

interface SentStatement {
  sql: string
  bindings: unknown[]
}

/** The statements that the pool sends while `work` runs. */
export async function sentStatements(
  database: Database,
  work: () => Promise<unknown>,
): Promise<SentStatement[]> {
  const sent: SentStatement[] = []
  const record = (statement: SentStatement) => void sent.push(statement)
  database.on('query', record)
  try {
    await work()
  } finally {
    database.off('query', record)
  }
  return sent
}

export async function countStatements(database: Database, work: () => Promise<unknown>): Promise<number> {
  return (await sentStatements(database, work)).length
}
