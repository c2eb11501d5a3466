import { createContext, Script } from 'node:vm'

/** As long as Jest waits for a test. */
const hangMs = 120_000

/**
 * What synchronous work returns. Throws where it goes on for as long as Jest waits for a test, which cannot end by
 * itself what never lets go of the thread. For work that takes far less than a second, on an input so large that it
 * would take many minutes in time by its square.
 */
export function cutOff<Result>(work: () => Result, limitMs = hangMs): Result {
  const place: { work: () => void; result?: { value: Result } } = {
    work() {
      place.result = { value: work() }
    },
  }
  new Script('work()').runInContext(createContext(place), { timeout: limitMs })
  if (!place.result) throw new Error('the work did not run')
  return place.result.value
}
