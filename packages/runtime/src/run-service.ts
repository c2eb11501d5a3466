import { ConfigError } from './read-config.ts'

/** What runtime needs of a logger; a winston logger is one. */
export interface RuntimeLog {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

export interface RunContext {
  /** Aborted once, at the first SIGTERM or SIGINT. */
  signal: AbortSignal
  /** Gives the stop longer than its 25 s: for what the service means to wait before it begins to end. */
  lengthenStop: (ms: number) => void
}

export interface RunOptions {
  log: RuntimeLog
  /** Done last, before the process ends in an orderly way: what telemetry still holds is sent. */
  flush?: () => Promise<void>
}

/** How long a stop may take before the process ends all the same. */
const stopLimitMs = 25_000
/** How long the last lines may take to be read. */
const lastLinesLimitMs = 1_000
const longMs = 1_000_000_000

/**
 * Runs a service for the life of the process. The first SIGTERM or SIGINT aborts `signal`; exit code 0 once `main` is
 * over, 1 where it throws, where anything is thrown that nobody catches, at a second signal, or 25 s (and what
 * `lengthenStop` adds) after the first.
 */
export async function runService(
  name: string,
  { log, flush }: RunOptions,
  main: (context: RunContext) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController()
  let limitMs = stopLimitMs
  process.on('uncaughtException', (error) => fail(log, 'uncaught exception', { service: name, error }))
  process.on('unhandledRejection', (error) => fail(log, 'unhandled rejection', { service: name, error }))
  for (const signalName of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signalName, () => {
      if (stopping.signal.aborted) {
        fail(log, 'stopped the hard way', { service: name, signal: signalName })
        return
      }
      log.info('stopping', { service: name, signal: signalName })
      setTimeout(() => fail(log, 'did not stop in time', { service: name }), limitMs).unref()
      stopping.abort()
    })
  }
  // Listening for signals alone does not keep a process alive.
  setInterval(() => undefined, longMs)
  try {
    await main({
      signal: stopping.signal,
      lengthenStop: (ms) => {
        limitMs += ms
      },
    }).catch((error: unknown) => {
      // What it was waiting for at its start has not come.
      if (!stopping.signal.aborted || error !== stopping.signal.reason) throw error
    })
    await flush?.()
    log.info('stopped', { service: name })
    exit(0)
  } catch (error) {
    // Its message is made to be read, and holds no secret.
    if (error instanceof ConfigError) fail(log, error.message, { service: name })
    else fail(log, 'failed', { service: name, error })
  }
}

/** Resolves when the service is to stop. */
export function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function fail(log: RuntimeLog, message: string, fields: Record<string, unknown>): void {
  if (exiting) return
  log.error(message, fields)
  exit(1)
}

let exiting = false

/**
 * Ends the process once its last lines are out: Node keeps what a slow reader has not taken yet, and would drop it. The
 * first exit counts.
 */
function exit(code: number): void {
  if (exiting) return
  exiting = true
  const streams = [process.stdout, process.stderr]
  let written = 0
  for (const stream of streams) {
    stream.write('', () => {
      written += 1
      if (written === streams.length) process.exit(code)
    })
  }
  setTimeout(() => process.exit(code), lastLinesLimitMs)
}
