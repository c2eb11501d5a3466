import { setTimeout as wait } from 'node:timers/promises'

/** Shorter than the limit of a test (jest.config.js), so that the error says what was awaited. */
const patienceMs = 200_000

/**
 * Repeats `look` until it returns something other than null, undefined or false, and returns that.
 * @param what describes the awaited thing in the error message
 * @param options.everyMs pause between two looks; by default from 10 ms, growing to 100, so that a long wait costs little
 */
export async function waitFor<Result>(
  what: string,
  look: () => Promise<Result> | Result,
  { timeoutMs = patienceMs, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<NonNullable<Exclude<Result, false>>> {
  const deadline = Date.now() + timeoutMs
  for (let pauseMs = 10; ; pauseMs = Math.min(1.25 * pauseMs, 100)) {
    const result = await look()
    if (isThere(result)) return result
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`)
    await wait(everyMs ?? pauseMs)
  }
}

function isThere<Result>(result: Result): result is NonNullable<Exclude<Result, false>> {
  return result !== null && result !== undefined && result !== false
}
