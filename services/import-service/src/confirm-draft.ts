import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { Knex } from 'knex'
import { ServiceError } from '@catalog/contracts'
import type { Run } from '@catalog/contracts'
import { withSpan } from '@catalog/telemetry'
import { applyPlan } from './apply.ts'
import type { Context } from './context.ts'
import { errorClass, isLockTimeout, isUnreachable } from './database-errors.ts'
import { preferIndexes } from './database.ts'
import { deleteDraft, lockDraft } from './drafts.sql.ts'
import type { DraftKey } from './drafts.sql.ts'
import { showRun } from './get-run.ts'
import { createTurns } from './in-turn.ts'
import { findMovedProducts } from './moved-products.ts'
import { draftExpired, draftNotFound } from './open-draft.ts'
import { decodePlan } from './plan-codec.ts'
import { insertRunImages } from './run-images.sql.ts'
import { findRunOfDraft, insertRun } from './runs.sql.ts'
import type { StoredRun } from './runs.sql.ts'
import { lockStorefront } from './storefront-locks.sql.ts'

/**
 * Applies the previewed diff in one transaction (INV-11) and makes it an import run. The same draft again is the same
 * run, with `created: false`.
 * @throws ServiceError draft_not_found, draft_expired, nothing_to_import, draft_stale, apply_failed, unavailable
 */
export async function confirmDraft(
  context: Context,
  input: { storefront_id: string; draft_id: string },
): Promise<{ run: Run; created: boolean }> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const { run, created } = await inTurn(key.storefrontId, () => confirm(context, key))
  if (created) context.wakeDispatcher()
  return { run: await showRun(context.database, run), created }
}

/** Confirms of a storefront wait here for each other, and for those of other replicas at the storefront's lock. */
const inTurn = createTurns()

interface Confirmed {
  run: StoredRun
  created: boolean
}

async function confirm(context: Context, key: DraftKey): Promise<Confirmed> {
  const progress: Progress = { reached: 'deciding', startedMs: 0 }
  try {
    const confirmed = await withSpan('apply', { 'catalog.storefront_id': key.storefrontId }, () =>
      context.database.transaction((transaction) => decide(context, transaction, key, progress)),
    )
    if (confirmed === 'expired') throw draftExpired()
    if (confirmed.created) reportApplied(context, confirmed.run, progress)
    return confirmed
  } catch (error) {
    return await recover(context, key, progress, error)
  }
}

/** How far an apply came. After `committing` an error no longer says whether it landed. */
interface Progress {
  reached: 'deciding' | 'applying' | 'committing'
  startedMs: number
  /** What ended the transaction; a rollback that fails as well would hide it. */
  failure?: unknown
}

async function decide(
  { now }: Context,
  transaction: Knex.Transaction,
  key: DraftKey,
  progress: Progress,
): Promise<Confirmed | 'expired'> {
  try {
    await lockStorefront(transaction, key.storefrontId, now())
    progress.startedMs = performance.now()

    const earlier = await findRunOfDraft(transaction, key)
    if (earlier !== undefined) return { run: earlier, created: false }
    const draft = await lockDraft(transaction, key)
    if (draft === undefined) throw draftNotFound()
    const { head } = draft
    if (head.expiresAt <= now()) {
      await deleteDraft(transaction, key)
      return 'expired'
    }
    if (head.adds + head.updates === 0) throw nothingToImport()

    progress.reached = 'applying'
    await preferIndexes(transaction)
    const plan = await decodePlan(draft.plan)
    const moved = await findMovedProducts(transaction, key.storefrontId, plan)
    if (moved.count > 0) throw draftStale(moved.count)

    await applyPlan(transaction, key.storefrontId, plan, moved.handedOver)
    await deleteDraft(transaction, key)
    const createdAt = now()
    const run = await insertRun(transaction, {
      ...key,
      runId: newId({ msecs: createdAt.getTime() }),
      added: head.adds,
      updated: head.updates,
      errored: head.errors,
      unchanged: head.unchanged,
      imagesTotal: plan.images.adds.length,
      durationMs: Math.round(performance.now() - progress.startedMs),
      createdAt,
    })
    await insertRunImages(transaction, run, plan.images.adds, createdAt)
    progress.reached = 'committing'
    return { run, created: true }
  } catch (error) {
    progress.failure = error
    throw error
  }
}

/** Answers with the run where it turns out to be there, and throws what the caller is to be told otherwise. */
async function recover(
  context: Context,
  key: DraftKey,
  progress: Progress,
  thrown: unknown,
): Promise<Confirmed> {
  const error = progress.failure ?? thrown
  if (error instanceof ServiceError) throw error
  if (progress.reached === 'deciding') throw isLockTimeout(error) ? storefrontBusy(error) : error
  if (progress.reached === 'committing' && isUnreachable(error)) {
    const run = await findOutcome(context, key, error)
    if (run !== undefined) {
      reportApplied(context, run, progress)
      return { run, created: true }
    }
  }
  context.metrics.applySeconds.observe({ outcome: 'failed' }, secondsSince(progress.startedMs))
  context.events.importApplyFailed({
    draft_id: key.draftId,
    storefront_id: key.storefrontId,
    error_class: errorClass(error),
  })
  throw new ServiceError(
    'apply_failed',
    'The import was not applied and nothing has changed. The draft is kept: confirm it again.',
    { cause: error },
  )
}

/**
 * The connection broke while the commit was on its way. On another one: behind the storefront's lock the first
 * transaction is over, and its run is there or not.
 */
async function findOutcome(
  { database, now }: Context,
  key: DraftKey,
  cause: unknown,
): Promise<StoredRun | undefined> {
  const deadline = performance.now() + outcomeLimitMs
  for (;;) {
    try {
      return await database.transaction(async (transaction) => {
        await lockStorefront(transaction, key.storefrontId, now())
        return await findRunOfDraft(transaction, key)
      })
    } catch (error) {
      if (performance.now() >= deadline) throw outcomeUnknown(new AggregateError([cause, error]))
      await pause(outcomePauseMs)
    }
  }
}

/** For a server that restarts, and for connections of the pool that broke as well. */
const outcomeLimitMs = 3_000
const outcomePauseMs = 100

function reportApplied({ events, metrics }: Context, run: StoredRun, { startedMs }: Progress): void {
  const seconds = secondsSince(startedMs)
  metrics.applySeconds.observe({ outcome: 'applied' }, seconds)
  events.importRunCompleted({
    run_id: run.runId,
    storefront_id: run.storefrontId,
    added: run.added,
    updated: run.updated,
    errored: run.errored,
    duration_ms: Math.round(seconds * 1000),
  })
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000
}

function nothingToImport(): ServiceError {
  return new ServiceError('nothing_to_import', 'The file changes nothing: there is nothing to confirm.')
}

function draftStale(count: number): ServiceError {
  const products = count === 1 ? '1 product has' : `${count} products have`
  return new ServiceError(
    'draft_stale',
    `${products} changed since the preview. Recheck the draft to see today's changes, then confirm it.`,
    { errors: [{ code: 'products_moved', message: `${products} changed.`, value: String(count) }] },
  )
}

function storefrontBusy(cause: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    'Another import of this storefront is being applied. Try again shortly.',
    {
      cause,
      retryAfterS: 5,
    },
  )
}

function outcomeUnknown(cause: unknown): ServiceError {
  return new ServiceError(
    'unavailable',
    'The connection to the catalog broke before it was known whether the import was applied. ' +
      'Confirm it again: if it was, the answer is its run.',
    { cause, retryAfterS: 5 },
  )
}
