import { setTimeout as wait } from 'node:timers/promises'

/** Below the limit of a test (jest.config.js): a wait in vain is to say what for. */
const patienceMs = 200_000

/**
 * Repeats `look` until it answers something other than null, undefined or false, and returns that.
 * @param what names the awaited thing in the error of a wait that was in vain
 */
export async function waitFor<Result>(
  what: string,
  look: () => Promise<Result> | Result,
  { timeoutMs = patienceMs, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<Exclude<Result, false>>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const result = await look()
    if (isThere(result)) return result
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await wait(everyMs)
  }
}

function isThere<Result>(result: Result): result is NonNullable<Exclude<Result, false>> {
  return result !== null && result !== undefined && result !== false
}
