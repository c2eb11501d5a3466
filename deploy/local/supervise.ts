import { setTimeout as wait } from 'node:timers/promises'

export interface Part {
  /** Resolves, with the reason, once it has ended. */
  ended: Promise<string>
  stop(): Promise<void>
}

export interface Supervised<Running extends Part> {
  /** The first instance. */
  first: Running
  stop(): Promise<void>
}

const longestPauseMs = 15_000
/** After running for this long, the next pause is the shortest again. */
const steadyMs = 60_000

/**
 * Starts something, and restarts it with growing pauses whenever it ends on its own. The first start must succeed.
 * @param start is to give up once its signal is aborted
 */
export async function supervise<Running extends Part>(
  name: string,
  start: (stopping: AbortSignal) => Promise<Running>,
  say: (sentence: string) => void,
): Promise<Supervised<Running>> {
  const stopping = new AbortController()
  const first = await start(stopping.signal)
  let current: Running | null = first

  async function keepUp(): Promise<void> {
    let pauseMs = 500
    while (current !== null) {
      const startedAt = Date.now()
      const how = await current.ended
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > steadyMs) pauseMs = 500
      current = null
      for (let reason = `ended ${how}`; current === null;) {
        say(`${name} ${reason}; starting it again in ${pauseMs / 1000} s`)
        await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        try {
          current = await start(stopping.signal)
          say(`${name} runs again`)
        } catch (error) {
          if (stopping.signal.aborted) return
          reason = `did not start (${error instanceof Error ? error.message.split('\n')[0] : String(error)})`
        }
      }
    }
  }
  const kept = keepUp()

  return {
    first,
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await kept
      // An instance that was just starting when the stop came.
      await current?.stop()
    },
  }
}
