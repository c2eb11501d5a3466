import { createContext, Script } from 'node:vm'

/** As long as Jest waits for a test. */
const hangMs = 120_000

/**
 * The result of synchronous work. Throws if it runs for as long as Jest waits for a test, since Jest cannot interrupt a
 * blocked thread. For work that takes far less than a second, on an input so large that quadratic time would take many
 * minutes.
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
