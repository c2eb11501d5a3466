/** A terminal's Ctrl-C comes more than once: from the terminal itself, from npm, and from run.mjs. */
const sameKeyMs = 1_000

/**
 * Resolves when this process is to stop: Ctrl-C, SIGTERM, SIGHUP, or the end of the process that started it. A second
 * Ctrl-C, a while later, does not wait any longer.
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
