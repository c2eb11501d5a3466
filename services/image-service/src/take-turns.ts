/** Runs works one at a time, in the order in which they were asked for. */
export type TakeTurn = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** A work whose signal is aborted while it waits is not begun: it rejects with the signal's reason. */
export function createTurns(): TakeTurn {
  let previous: Promise<unknown> = Promise.resolve()

  return (work, signal) => {
    const turn = previous.then(() => {
      signal.throwIfAborted()
      return work()
    })
    previous = turn.catch(() => {})
    return turn
  }
}
