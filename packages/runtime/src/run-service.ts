import { setFlagsFromString } from 'node:v8'
import { ConfigError } from './read-config.ts'
import { shrinkAfterStart } from './shrink-after-start.ts'
import { takeConsole } from './take-console.ts'

/** The part of a logger that runtime needs; a winston logger fits. */
export interface RuntimeLog {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

export interface RunContext {
  /** Aborted once, at the first SIGTERM or SIGINT. */
  signal: AbortSignal
  /** Extends the limit for stopping beyond its 25 s, by a time that the service deliberately waits before it stops. */
  lengthenStop: (ms: number) => void
}

export interface RunOptions {
  log: RuntimeLog
  /** Called last before an orderly exit: sends what telemetry still buffers. */
  flush?: () => Promise<void>
  /**
   * How much the heap of each thread may grow before V8 marks it again, in percent; 200 by default. V8 itself lets a
   * small heap grow by 30 and counts buffers: it would mark the heap, and discard optimised code, for every few megabytes
   * that pass through.
   */
  heapGrowthPercent?: number
}

/** How long stopping may take before the process exits anyway. */
const stopLimitMs = 25_000
/** How long the reader of the log may take for the last lines. */
const lastLinesLimitMs = 1_000
const longMs = 1_000_000_000

/**
 * Runs a service for the life of the process. The first SIGTERM or SIGINT aborts `signal`. Exit code 0 once `main`
 * resolves; 1 if it throws, at an uncaught error, at a second signal, or 25 s (plus `lengthenStop`) after the first.
 */
export async function runService(
  name: string,
  { log, flush, heapGrowthPercent = 200 }: RunOptions,
  main: (context: RunContext) => Promise<void>,
): Promise<void> {
  // On the command line, V8 would refuse the image's compile cache, which was made without it.
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`)
  shrinkAfterStart()
  takeConsole((method) => log.warn('a library printed to the console', { service: name, method }))
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
  // Signal listeners alone do not keep a process alive.
  setInterval(() => undefined, longMs)
  try {
    await main({
      signal: stopping.signal,
      lengthenStop: (ms) => {
        limitMs += ms
      },
    }).catch((error: unknown) => {
      // Stopped while it waited for a server at startup: an orderly stop.
      if (!stopping.signal.aborted || error !== stopping.signal.reason) throw error
    })
    await flush?.()
    log.info('stopped', { service: name })
    exit(0)
  } catch (error) {
    // A ConfigError's message is written for operators and contains no secret.
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
 * Exits once the last lines are written: Node buffers what a slow reader has not read yet, and would drop it. Only the
 * first call counts.
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
