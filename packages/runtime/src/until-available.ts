import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from './read-config.ts'
import type { RuntimeLog } from './run-service.ts'
import { tlsProblem } from './tls-problem.ts'

interface WaitOptions {
  log: Pick<RuntimeLog, 'info' | 'warn'>
  signal: AbortSignal
  /** Pause between two attempts, in milliseconds. */
  pauseMs?: number
}

const logEveryMs = 60_000

/**
 * Retries without limit until an attempt succeeds: for a server that a service needs at startup. Logs once a minute
 * what it waits for, and once that it is available.
 * @throws the signal's reason; a ConfigError of an attempt at once, since waiting does not help
 */
export async function untilAvailable<Result>(
  server: string,
  attempt: () => Promise<Result>,
  { log, signal, pauseMs = 500 }: WaitOptions,
): Promise<Result> {
  let loggedAt = -Infinity
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      try {
        const result = await Promise.race([attempt(), aborted.promise])
        if (loggedAt > 0) log.info('no longer waiting', { server })
        return result
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ConfigError) throw error
        if (performance.now() - loggedAt >= logEveryMs) {
          const problem = tlsProblem(error)
          log.warn(`waiting for ${server}${problem === undefined ? '' : `: ${problem}`}`, { error })
          loggedAt = performance.now()
        }
      }
      await Promise.race([pause(pauseMs), aborted.promise])
    }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
