import { setTimeout as wait } from 'node:timers/promises'
import type { Merchant } from './merchant.ts'
import type { Work } from './plan.ts'

export interface DayResult {
  /** From its beginning until its last answer, the last picture among them. */
  seconds: number
  done: number
  /** What went wrong: an answer that is not what it should be, or one that did not come in time. */
  failures: string[]
  /** How late the driver itself began works, at most, in ms. */
  lateMs: number
}

/**
 * Carries out each work when it is due, whatever is still under way (an open loop). Works of a storefront follow each
 * other; one that waits for another is counted from when it was due.
 * @param signal after which what is not done has failed
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
