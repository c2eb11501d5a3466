import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Milliseconds that a request has waited in queues (for a worker, a connection or a share of them) and for its
 * storefront's lock, and that its SQL statements have taken. What runs concurrently is added up, so that their sum may
 * be more than the request took.
 */
export interface Spent {
  queue: number
  lock: number
  sql: number
}

interface Frame {
  spent: Spent
  kind: keyof Spent | null
  /** Milliseconds that were counted as something else within it. */
  inner: number
}

const frames = new AsyncLocalStorage<Frame>()

/** Counts in `spent` what `work` and all that it awaits spend. */
export function countSpending<Result>(work: (spent: Spent) => Result): Result {
  const spent = { queue: 0, lock: 0, sql: 0 }
  return frames.run({ spent, kind: null, inner: 0 }, () => work(spent))
}

/**
 * Counts the time until `work` is done; nowhere, if nobody counts. The wait for a connection within a statement is no
 * time of the statement, but a statement that waits for a lock is all wait.
 */
export async function spending<Result>(kind: keyof Spent, work: () => Promise<Result>): Promise<Result> {
  const around = frames.getStore()
  if (around === undefined || around.kind === 'lock') return await work()
  const frame: Frame = { spent: around.spent, kind, inner: 0 }
  const startedAt = performance.now()
  try {
    return await frames.run(frame, work)
  } finally {
    const elapsed = performance.now() - startedAt
    around.inner += elapsed
    frame.spent[kind] += Math.max(elapsed - frame.inner, 0)
  }
}

/** What adds to the counts of here, wherever it is called: what another thread or service has spent for this request. */
export function spendingElsewhere(): (spent: Spent) => void {
  const here = frames.getStore()?.spent
  return ({ queue, lock, sql }) => {
    if (here === undefined) return
    here.queue += queue
    here.lock += lock
    here.sql += sql
  }
}
