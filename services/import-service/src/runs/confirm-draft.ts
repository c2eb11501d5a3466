import { v7 as newId } from 'uuid'
import type { Knex } from 'knex'
import { ServiceError } from '@catalog/contracts'
import type { Person, Run } from '@catalog/contracts'
import { withSpan } from '@catalog/telemetry/tracing'
import type { ApplyProgress } from './apply-progress.ts'
import { applyPlan, findMovedProducts } from './apply.ts'
import { adviceToRetry, findRunToRetry } from '../catalog/image-outcomes.sql.ts'
import type { RunToRetry } from '../catalog/image-outcomes.sql.ts'
import type { Context } from '../context.ts'
import { preferIndexes } from '../postgres/database.ts'
import { deleteDraft, deleteDraftHead, recordApply } from '../drafts/write-drafts.sql.ts'
import { lockDraft } from '../drafts/drafts.sql.ts'
import type { DraftKey } from '../drafts/draft-columns.ts'
import { showRun } from './run-view.ts'
import { currentTrace } from './confirm-trace.ts'
import { draftExpired, draftNotFound, keyReused } from '../drafts/draft-errors.ts'
import { claimKey, findKey } from '../drafts/idempotency-keys.sql.ts'
import type { IdempotencyKey } from '../drafts/idempotency-keys.sql.ts'
import { decodePlan } from '../drafts/plan-codec.ts'
import { countRefusals, judgeImages, reportRefusals, sumOf } from './refused-images.ts'
import { recordNotApplied, recoverApply, reportApplied } from './end-apply.ts'
import { insertRunImages, deleteKeptOutcomes } from './write-run-images.sql.ts'
import { keepDetails } from './run-details.sql.ts'
import { findRunOfDraft } from './runs.sql.ts'
import { insertRun, markUndone, nextRunId } from './write-runs.sql.ts'
import type { StoredRun } from './runs.sql.ts'
import { oneAtATime } from '../catalog/one-at-a-time.ts'
import { lockStorefront } from '../catalog/storefront-locks.sql.ts'

/**
 * Applies the previewed changes in one transaction (INV-11) and stores them as an import run. A repeated confirm of the
 * same draft returns the same run, with `created: false` unless it has the idempotency key of the confirm that created
 * it.
 * @throws ServiceError draft_not_found, draft_expired, second_person_required, nothing_to_import, draft_stale, apply_failed, unavailable,
 * idempotency_key_reused
 */
export async function confirmDraft(
  context: Context,
  input: {
    storefront_id: string
    draft_id: string
    caller?: Person | null
    idempotency_key?: string | null
    previewed_at?: string | undefined
  },
): Promise<{ run: Run; created: boolean }> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const terms = {
    confirmedBy: input.caller ?? null,
    idempotencyKey: input.idempotency_key ?? null,
    previewedAt: input.previewed_at,
  }
  const { run, outcome } = await oneAtATime(key.storefrontId, () => confirm(context, key, terms))
  if (outcome === 'applied') {
    if (run.status === 'fetching_images') context.wakeDispatcher()
    context.beginUpkeep(key.storefrontId)
  }
  return { run: await showRun(context, run), created: outcome !== 'confirmed-before' }
}

interface Terms {
  confirmedBy: Person | null
  idempotencyKey: string | null
  /** The `created_at` of the draft that was looked at. */
  previewedAt: string | undefined
}

interface Confirmed {
  run: StoredRun
  /** `repeated`: applied by an earlier request with the same key. */
  outcome: 'applied' | 'repeated' | 'confirmed-before'
}

async function confirm(context: Context, key: DraftKey, terms: Terms): Promise<Confirmed> {
  const progress: ApplyProgress = {
    applyId: newId({ msecs: context.now().getTime() }),
    reached: 'deciding',
    startedMs: 0,
    traceparent: null,
    refusals: new Map(),
  }
  const confirmed = await withSpan('apply', { 'catalog.storefront_id': key.storefrontId }, async () => {
    progress.traceparent = currentTrace()
    try {
      await recordApply(context.database, key, progress.applyId)
      return await context.database.transaction((transaction) =>
        decide(context, transaction, key, terms, progress),
      )
    } catch (error) {
      return { run: await recoverApply(context, key, progress, error), outcome: 'applied' as const }
    }
  })
  if (confirmed !== 'expired' && confirmed.outcome === 'applied') {
    reportApplied(context, confirmed.run, progress)
    reportRefusals(context, confirmed.run, progress.refusals)
  } else recordNotApplied(context, key, progress)
  if (confirmed === 'expired') throw draftExpired()
  return confirmed
}

async function decide(
  { guard, now, requireSecondPerson }: Context,
  transaction: Knex.Transaction,
  key: DraftKey,
  { confirmedBy, idempotencyKey, previewedAt }: Terms,
  progress: ApplyProgress,
): Promise<Confirmed | 'expired'> {
  try {
    await lockStorefront(transaction, key.storefrontId, now())
    progress.startedMs = performance.now()

    const name = idempotencyKey === null ? null : keyName(key.storefrontId, idempotencyKey)
    const first = name && (await findKey(transaction, name, now()))
    if (first && first.draftId !== key.draftId) throw keyReused('the confirm of another import draft')
    const earlier = await findRunOfDraft(transaction, key)
    if (earlier !== undefined) return { run: earlier, outcome: first ? 'repeated' : 'confirmed-before' }
    const draft = await lockDraft(transaction, key)
    if (draft === undefined) throw draftNotFound()
    const { head, plan: storedPlan, applies, hasDetails } = draft
    const { content } = head
    if (head.expiresAt <= now()) {
      await deleteDraft(transaction, key, progress.applyId)
      return 'expired'
    }
    // With the draft's row locked, so that a person who changes the draft meanwhile cannot confirm it.
    if (requireSecondPerson) requireOther([head.createdBy?.sub ?? '', ...head.revisedBy], confirmedBy)
    if (previewedAt !== undefined && Date.parse(previewedAt) !== head.createdAt.getTime())
      throw previewedAgain()
    if (content.adds + content.updates === 0) {
      const { seen } = await decodePlan(storedPlan)
      const products = seen.map(({ productId }) => productId)
      throw nothingToImport(await findRunToRetry(transaction, key.storefrontId, products))
    }

    if (!applies.includes(progress.applyId)) throw reportedAsFailed()
    progress.reached = 'applying'
    await preferIndexes(transaction)
    const plan = await decodePlan(storedPlan)
    const moved = await findMovedProducts(transaction, key.storefrontId, plan)
    if (moved.count > 0) throw draftStale(moved.count)

    const catalogVersion = await applyPlan(transaction, key.storefrontId, plan, moved.handedOver)
    const createdAt = now()
    const again = plan.images.updates.filter(({ refetch }) => refetch)
    await deleteKeptOutcomes(
      transaction,
      key.storefrontId,
      again.map(({ imageId }) => imageId),
    )
    const images = await judgeImages(guard, [...plan.images.adds, ...again])
    progress.refusals = countRefusals(images)
    const newRun = {
      ...key,
      runId: await nextRunId(transaction, key.storefrontId, createdAt),
      fileName: head.fileName,
      createdBy: head.createdBy,
      confirmedBy,
      dialect: content.dialect,
      rowCount: hasDetails ? content.row_count : null,
      undoes: head.undoes,
      added: content.adds,
      updated: content.updates,
      errored: content.errors,
      unchanged: content.unchanged,
      choice: content.choice,
      edits: content.edits,
      tally: content.tally,
      catalogVersion,
      imagesTotal: images.length,
      imagesRejected: sumOf(progress.refusals),
      durationMs: Math.round(performance.now() - progress.startedMs),
      createdAt,
    }
    const run = await insertRun(transaction, newRun, progress.traceparent)
    await insertRunImages(transaction, run, images, createdAt)
    if (head.undoes !== null) await markUndone(transaction, { ...run, undoes: head.undoes })
    if (hasDetails) {
      await keepDetails(transaction, run)
      await deleteDraftHead(transaction, key, progress.applyId)
    } else await deleteDraft(transaction, key, progress.applyId)
    const request = { draftId: key.draftId, fingerprint: key.draftId, answer: null }
    if (name) await claimKey(transaction, name, request, createdAt)
    progress.reached = 'committing'
    return { run, outcome: 'applied' }
  } catch (error) {
    progress.failure = error
    throw error
  }
}

/** Without the `sub` of each, nobody can tell them apart. */
function requireOther(makers: string[], confirmer: Person | null): void {
  const isKnown = confirmer?.sub && !makers.includes('')
  if (isKnown && !makers.includes(confirmer.sub)) return
  throw new ServiceError(
    'second_person_required',
    isKnown
      ? 'You made or changed this preview yourself: ask another person who may import to apply it.'
      : 'It is not known who made this preview or who applies it. Upload the file again, and ask another person to apply it.',
  )
}

function keyName(storefrontId: string, key: string): IdempotencyKey {
  return { storefrontId, endpoint: 'confirm-draft', key }
}

function nothingToImport(retry: RunToRetry | undefined): ServiceError {
  const sentence = 'The file changes nothing: there is nothing to confirm.'
  if (!retry) return new ServiceError('nothing_to_import', sentence)
  const { message } = adviceToRetry(retry)
  return new ServiceError('nothing_to_import', message, {
    errors: [{ code: 'images_to_retry', message, value: retry.runId }],
  })
}

/** The error for an apply that waited so long that the report watch has already reported it as failed. */
function reportedAsFailed(): ServiceError {
  return new ServiceError(
    'unavailable',
    'The import had to wait for too long and was not applied. Try again.',
    {
      retryAfterS: 5,
    },
  )
}

function previewedAgain(): ServiceError {
  return new ServiceError(
    'draft_stale',
    'Somebody has changed this preview, or made it again, since you looked at it. Look at it again, then confirm it.',
  )
}

function draftStale(count: number): ServiceError {
  const products = count === 1 ? '1 product has' : `${count} products have`
  return new ServiceError(
    'draft_stale',
    `${products} changed since the preview. Recheck the draft to see today's changes, then confirm it.`,
    { errors: [{ code: 'products_moved', message: `${products} changed.`, value: String(count) }] },
  )
}
