/**
 * A mutex for each key: tasks of the same key run one after the other, in the order of their calls, those of different
 * keys side by side. Tasks that wait hold nothing, above all no connection that another key could use.
 */
export function createKeyedMutex(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const before = last.get(key)
    const ended = (async () => {
      await before?.catch(() => undefined)
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
