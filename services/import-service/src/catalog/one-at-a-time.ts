import { spending } from '@catalog/runtime'

/**
 * What writes a storefront's catalog runs one after the other in this process; other replicas wait for the storefront's lock.
 */
export const oneAtATime = createKeyedMutex()

/**
 * A mutex per key. Tasks with the same key run one after the other in the order of their calls; tasks with different
 * keys run concurrently. A waiting task uses no resources, in particular no database connection.
 */
function createKeyedMutex(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const before = last.get(key)
    const ended = (async () => {
      await spending('lock', async () => await before?.catch(() => undefined))
      return await task()
    })()
    last.set(key, ended)
    try {
      return await ended
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
