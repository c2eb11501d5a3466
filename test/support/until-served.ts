import { waitFor } from './wait-for.ts'

/**
 * Repeats a request until it succeeds: for a while after a restart, servers are unreachable or report that they are
 * unavailable. The request must be safe to repeat: an upload, a confirm, a read.
 */
export async function untilServed<Answer>(what: string, attempt: () => Promise<Answer>): Promise<Answer> {
  let lastError: unknown
  const found = await waitFor(
    what,
    async () => {
      try {
        return { answer: await attempt() }
      } catch (error) {
        lastError = error
        return null
      }
    },
    { timeoutMs: 300_000, everyMs: 200 },
  ).catch((error: unknown) => {
    throw new AggregateError([error, lastError], `${what} was not served: ${String(lastError)}`)
  })
  return found.answer
}
