export interface Loop extends AsyncDisposable {
  /** Runs the work at once; if it is running, once more after that. */
  wake(): void
}

/**
 * Runs `work` now, then again `everyMs` milliseconds after it has ended, or when woken; never twice concurrently. An
 * error ends only that run of `work`.
 */
export function createLoop(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Loop {
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isWoken = false
  let isOver = false
  let current = Promise.resolve()
  start()

  return {
    wake: start,
    async [Symbol.asyncDispose]() {
      isOver = true
      clearTimeout(timer)
      await current
    },
  }

  function start(): void {
    if (isOver) return
    if (isRunning) {
      isWoken = true
      return
    }
    clearTimeout(timer)
    isRunning = true
    current = run()
  }

  async function run(): Promise<void> {
    isWoken = false
    try {
      await work()
    } catch (error) {
      onError(error)
    }
    isRunning = false
    if (isWoken) start()
    else if (!isOver) timer = setTimeout(start, everyMs)
  }
}
