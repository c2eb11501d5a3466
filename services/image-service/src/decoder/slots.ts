/** One of a fixed number of slots, and what it keeps between two uses. */
export interface Slot<Thing> {
  held: Thing | undefined
}

export interface Slots<Thing> {
  /** Waits for a free slot, first come, first served. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<Slot<Thing>>
  give(slot: Slot<Thing>): void
  readonly all: readonly Slot<Thing>[]
}

/** The slot that was returned last is taken first, so that the others become idle. */
export function createSlots<Thing>(count: number): Slots<Thing> {
  const all = Array.from({ length: count }, (): Slot<Thing> => ({ held: undefined }))
  const free = [...all]
  const waiting = new Set<(slot: Slot<Thing>) => void>()

  return {
    all,
    async take(signal) {
      signal.throwIfAborted()
      const slot = free.pop()
      if (slot !== undefined) return slot
      const granted = Promise.withResolvers<Slot<Thing>>()
      const giveUp = () => {
        waiting.delete(granted.resolve)
        granted.reject(signal.reason)
      }
      waiting.add(granted.resolve)
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        return await granted.promise
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
    give(slot) {
      const [next] = waiting
      if (next === undefined) {
        free.push(slot)
        return
      }
      // At once: a caller that aborts after this has the slot and returns it.
      waiting.delete(next)
      next(slot)
    },
  }
}
