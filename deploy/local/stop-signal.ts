/** One Ctrl-C arrives several times: from the terminal, from npm, and from run.mjs. */
const sameKeyMs = 1_000

/**
 * Resolves when this process should stop: Ctrl-C, SIGTERM, SIGHUP, or the exit of the process that started it. A second
 * Ctrl-C, some time later, exits at once.
 */
export function onStop(): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  let firstAt: number | null = null
  const stop = () => {
    const now = performance.now()
    if (firstAt !== null && now - firstAt > sameKeyMs) process.exit(1)
    firstAt ??= now
    resolve(null)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.once('disconnect', stop)
  return promise
}
