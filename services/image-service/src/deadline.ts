/** One timer for many awaits: results that arrive after the deadline are dropped. */
export interface Deadline extends Disposable {
  /** Aborted at the deadline, or when the outer signal is. */
  readonly signal: AbortSignal
  /**
   * The promise's value, or a rejection at the deadline, whether or not the promise heeds the signal. `discard`
   * receives a value that arrives too late.
   */
  race<T>(work: Promise<T>, discard?: (late: T) => void): Promise<T>
  /** Moves the deadline to now. */
  expire(): void
}

/** `expired` makes the error of a deadline that passed; an outer signal's reason is passed on unchanged. */
export function startDeadline(timeoutMs: number, expired: () => Error, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const { signal } = controller
  const expire = () => controller.abort(expired())
  const timer = setTimeout(expire, timeoutMs)
  const abortWithOuter = () => controller.abort(outer?.reason)
  if (outer?.aborted) abortWithOuter()
  outer?.addEventListener('abort', abortWithOuter, { once: true })

  return {
    signal,
    expire,
    race: async (work, discard) => {
      const over = Promise.withResolvers<never>()
      const giveUp = () => over.reject(signal.reason)
      signal.addEventListener('abort', giveUp, { once: true })
      if (signal.aborted) giveUp()
      void dropLate(work, signal, discard)
      try {
        return await Promise.race([over.promise, work])
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abortWithOuter)
    },
  }
}

async function dropLate<T>(
  work: Promise<T>,
  signal: AbortSignal,
  discard?: (late: T) => void,
): Promise<void> {
  try {
    const value = await work
    if (signal.aborted) discard?.(value)
  } catch {
    // The race rejects with this error, unless the deadline passed first.
  }
}
