import type { Database } from '../../services/import-service/src/postgres/database.ts'

/** The same database, and the durations of its transactions in milliseconds, in the order in which they end. */
export function watchTransactions(database: Database): { database: Database; ms: number[] } {
  const ms: number[] = []
  const transaction = async (...parameters: Parameters<Database['transaction']>) => {
    const startedAt = performance.now()
    const result = await database.transaction(...parameters)
    ms.push(performance.now() - startedAt)
    return result
  }
  const watched = new Proxy(database, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  })
  return { database: watched, ms }
}
