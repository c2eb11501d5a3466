import { setTimeout as wait } from 'node:timers/promises'
import type { Merchant } from './merchant.ts'
import type { Work } from './plan.ts'

export interface DayResult {
  /** From its beginning until its last answer or picture. */
  seconds: number
  done: number
  /** What went wrong: wrong answers, and those that did not arrive in time. */
  failures: string[]
  /** The longest delay with which the driver itself started a task, in milliseconds. */
  lateMs: number
}

/**
 * Starts each task when it is due, whatever is still in progress (an open loop). Tasks of a storefront run one after
 * the other; the time of one that waits counts from when it was due.
 * @param signal tasks that are not done when it is aborted have failed
 */
export async function runDay(
  works: readonly Work[],
  merchants: readonly Merchant[],
  signal: AbortSignal,
): Promise<DayResult> {
  const beganAt = performance.now()
  const failures: string[] = []
  const phases: Promise<void>[] = []
  const last = new Map<number, Promise<void>>()
  let [done, lateMs] = [0, 0]

  const carryOut = async (work: Work, dueAt: number): Promise<void> => {
    await last.get(work.storefront)
    const fail = (error: unknown) =>
      void failures.push(`${work.kind} of storefront ${work.storefront}: ${String(error).slice(0, 400)}`)
    try {
      signal.throwIfAborted()
      const phase = await merchants[work.storefront]?.carryOut(work, dueAt)
      done += 1
      if (phase) phases.push(phase.ended.catch(fail))
    } catch (error) {
      fail(error)
    }
  }
  for (const work of works) {
    const dueAt = beganAt + work.atMs
    const ahead = dueAt - performance.now()
    if (ahead > 0) await wait(ahead, undefined, { signal }).catch(() => {})
    lateMs = Math.max(lateMs, performance.now() - dueAt)
    last.set(work.storefront, carryOut(work, dueAt))
  }
  await Promise.all(last.values())
  await Promise.all(phases)
  return { seconds: (performance.now() - beganAt) / 1_000, done, failures, lateMs }
}
