/** One of a fixed number of places, and what stays in it between two uses. */
export interface Place<Thing> {
  held: Thing | undefined
}

export interface Places<Thing> {
  /** The next place that is free, first come, first served. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<Place<Thing>>
  give(place: Place<Thing>): void
  readonly all: readonly Place<Thing>[]
}

/** The place given back last is taken first: the others may go cold. */
export function createPlaces<Thing>(count: number): Places<Thing> {
  const all = Array.from({ length: count }, (): Place<Thing> => ({ held: undefined }))
  const free = [...all]
  const waiting = new Set<(place: Place<Thing>) => void>()

  return {
    all,
    async take(signal) {
      signal.throwIfAborted()
      const place = free.pop()
      if (place !== undefined) return place
      const turn = Promise.withResolvers<Place<Thing>>()
      const giveUp = () => {
        waiting.delete(turn.resolve)
        turn.reject(signal.reason)
      }
      waiting.add(turn.resolve)
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        return await turn.promise
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
    give(place) {
      const [next] = waiting
      if (next === undefined) {
        free.push(place)
        return
      }
      // At once: whoever is aborted from here on has the place and gives it back.
      waiting.delete(next)
      next(place)
    },
  }
}
