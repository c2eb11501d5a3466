import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { trace } from '@opentelemetry/api'
import { claimLifetimeMs, renditionKey, ServiceError } from '@catalog/contracts'
import type {
  ErrorCode,
  ImageClaim,
  ImageLeave,
  ImageRequested,
  ImageSettlement,
  RenditionName,
} from '@catalog/contracts'
import { startDeadline } from './deadline.ts'
import type { Deadline } from './deadline.ts'
import { codeOf } from './error-code.ts'
import type { ImageFetcher } from './fetch/fetch-image.ts'
import { ImageError } from './image-error.ts'
import type { ImageMetrics } from './metrics.ts'
import { ObjectStoreError } from './object-store/object-store-error.ts'
import type { ObjectStore } from './object-store/object-store.ts'
import { describeForMerchant } from './reasons.ts'
import type { Render, Rendition, Wait } from './render/renditions.ts'
import { retry } from './retry.ts'
import type { StoreOutage } from './store-outage.ts'

export interface ProcessImageContext {
  /** import-service, which knows what is to be done and records what came of it. */
  claimImage(input: ImageKey & { token: string }): Promise<ImageClaim>
  continueImage(
    input: ImageKey & { token: string; waited_ms: number; gives_back?: boolean },
  ): Promise<ImageLeave>
  settleImage(input: ImageSettlement): Promise<{ result: 'settled' | 'retrying' | 'stale' }>
  fetcher: Pick<ImageFetcher, 'fetch'>
  render: Render
  store: Pick<ObjectStore, 'put'>
  outage: StoreOutage
  metrics: ImageMetrics
  log: {
    info(message: string, fields: Record<string, unknown>): void
    warn(message: string, fields: Record<string, unknown>): void
  }
  /** For tests: how long an attempt may take from its claim to its settlement, in milliseconds. */
  attemptMs?: number
  /** For tests: between two attempts at storing while the object store takes nothing; the longest, in milliseconds. */
  longestStorePauseMs?: number
}

export interface ImageKey {
  storefront_id: string
  run_id: string
  image_id: string
}

/** What messaging passes along with a message. */
export interface ImageWork {
  /** Renews this worker's right to the message. */
  working(): void
  /** Aborted when the process stops. */
  signal: AbortSignal
}

/** Leaves 5 of the claim's 55 seconds for the settlement. */
const defaultAttemptMs = claimLifetimeMs - 5_000

/**
 * Takes one message of `image.requested` to its end: claim, fetch, render, store, settle. Resolves once there is
 * nothing left to do for it; throws where the message must come again, which loses nothing: whatever happened is in
 * PostgreSQL, and the keys depend on the image alone.
 */
export async function processImage(
  context: ProcessImageContext,
  { storefront_id, run_id, image_id }: ImageRequested,
  work: ImageWork,
): Promise<void> {
  const key = { storefront_id, run_id, image_id }
  // One for all attempts at this request, or a later one would find the image busy with the claim of an earlier one.
  const token = randomUUID()
  let claimedAt = performance.now()
  const claim = await askService(work, () => {
    // Before it is granted: the lifetime that import-service counts begins later than ours.
    claimedAt = performance.now()
    return context.claimImage({ ...key, token })
  })
  // Settled or exhausted: done. Busy: another worker's; should that one die, the dispatcher requests the image again.
  if (claim.result !== 'granted') return

  const input = { key, claim, claimedAt, stopping: work.signal }
  const made = await makeAttempt(context, input)
  const attempt = made.outcome === 'unstored' ? await storeLater(context, input, work, made) : made
  if (attempt.outcome === 'yielded') {
    trace.getActiveSpan()?.setAttribute('catalog.outcome', attempt.outcome)
    return
  }
  const { result } = await askService(work, () =>
    context.settleImage({ ...key, token: claim.token, ...settlementOf(attempt) }),
  )
  report(context, { key, attempt, number: claim.attempt, result, durationMs: performance.now() - claimedAt })
}

/** Answers that another attempt can change. */
const transientCodes = new Set<ErrorCode>(['unavailable', 'timeout', 'internal'])

function isTransient(error: unknown): boolean {
  return error instanceof ServiceError && transientCodes.has(error.code)
}

/**
 * Asks import-service until it answers, keeping the message alive meanwhile. Throws any error that would stay the same,
 * and the last one where the process stops.
 */
function askService<T>(work: ImageWork, send: () => Promise<T>): Promise<T> {
  const attempt = () => {
    work.working()
    return send()
  }
  return retry(attempt, { isTransient, signal: work.signal })
}

type Ended = { outcome: 'fetched'; renditions: RenditionName[] } | { outcome: 'none'; error: ImageError }
/** `yielded`: import-service has put the image back, as if there had been no attempt. */
type Attempt = Ended | { outcome: 'yielded' }
/** Rendered, and the object store takes nothing. */
interface Unstored {
  outcome: 'unstored'
  error: ImageError
  renditions: Rendition[]
}

interface AttemptInput {
  key: ImageKey
  /** Its URL counts: the message's may be older. */
  claim: Extract<ImageClaim, { result: 'granted' }>
  claimedAt: number
  stopping: AbortSignal
}

/** Throws only what is a fault of this program: then the claim runs out, and counts as an attempt. */
async function makeAttempt(context: ProcessImageContext, input: AttemptInput): Promise<Attempt | Unstored> {
  const attemptMs = (context.attemptMs ?? defaultAttemptMs) - (performance.now() - input.claimedAt)
  let step: Step = 'fetch'
  let rendered: Rendition[] = []
  let storingSince = Infinity
  using deadline = startDeadline(attemptMs, () => timeIsOver(step))
  using _ = limitOnceStopping(deadline, input.stopping)
  context.metrics.inFlight.inc()
  try {
    // What comes after the deadline is dropped: by then the image may be another worker's.
    rendered = await deadline.race(produce(context, input, deadline.signal, () => (step = 'render')))
    step = 'store'
    storingSince = performance.now()
    return await deadline.race(store(context, input.key, rendered))
  } catch (error) {
    if (error instanceof ImageError) {
      const isOutage = error.reason === 'storage_error' && !context.outage.hasStoredSince(storingSince)
      return isOutage ? { outcome: 'unstored', error, renditions: rendered } : { outcome: 'none', error }
    }
    if (error instanceof Yielded) return { outcome: 'yielded' }
    throw error
  } finally {
    context.metrics.inFlight.dec()
  }
}

type Step = 'fetch' | 'render' | 'store'

/** Only the step of fetching is the image host's: a picture may also have waited for a decoder, or for the object store. */
function timeIsOver(step: Step): ImageError {
  if (step === 'store')
    return new ImageError('storage_error', 'write', { cause: new ObjectStoreError('timeout') })
  return new ImageError('timeout', step === 'fetch' ? 'total' : 'decode')
}

/** Of the 25 seconds that a stop may take. */
const attemptAfterStopMs = 15_000

function limitOnceStopping(deadline: Deadline, stopping: AbortSignal): Disposable {
  let timer: NodeJS.Timeout | undefined
  const limit = () => {
    timer = setTimeout(() => deadline.expire(), attemptAfterStopMs)
  }
  if (stopping.aborted) limit()
  stopping.addEventListener('abort', limit, { once: true })
  return {
    [Symbol.dispose]() {
      clearTimeout(timer)
      stopping.removeEventListener('abort', limit)
    },
  }
}

async function produce(
  context: ProcessImageContext,
  input: AttemptInput,
  signal: AbortSignal,
  beginRender: () => void,
): Promise<Rendition[]> {
  const wait = yieldingWait(context, input, signal)
  const bytes = await wait((until) => context.fetcher.fetch(input.claim.url, until))
  signal.throwIfAborted()
  beginRender()
  return await context.render(bytes, signal, wait)
}

/** @throws ImageError `storage_error` */
async function store(
  context: ProcessImageContext,
  key: ImageKey,
  renditions: readonly Rendition[],
): Promise<Ended> {
  try {
    await Promise.all(
      renditions.map((rendition) =>
        context.store.put(renditionKey(key.storefront_id, key.image_id, rendition.name), rendition.bytes),
      ),
    )
  } catch (error) {
    throw new ImageError('storage_error', 'write', { cause: error })
  }
  context.outage.stored()
  return { outcome: 'fetched', renditions: renditions.map(({ name }) => name) }
}

/** Together with a pause below the time for which a claim holds. */
const storeAttemptMs = 25_000
const defaultLongestStorePauseMs = 15_000

/**
 * While the object store takes nothing, an image keeps its claim and its worker, so that no other is claimed, and none
 * loses an attempt. Ends once it is stored; where the store takes other images but not this one; where the process
 * stops, and import-service has the image back as if there had been no attempt.
 */
async function storeLater(
  context: ProcessImageContext,
  { key, claim }: AttemptInput,
  work: ImageWork,
  { error, renditions }: Unstored,
): Promise<Attempt> {
  using _ = context.outage.wait(codeOf(error.cause))
  const { longestStorePauseMs = defaultLongestStorePauseMs } = context
  for (let pauseMs = longestStorePauseMs / 16; ; pauseMs = Math.min(2 * pauseMs, longestStorePauseMs)) {
    // The same token lets the claim hold longer.
    const renewed = await askService(work, () => context.claimImage({ ...key, token: claim.token }))
    if (renewed.result !== 'granted') return { outcome: 'yielded' }
    const isStopping = await pause(pauseMs, false, { signal: work.signal }).catch(() => true)
    if (isStopping) return await giveBack(context, { key, claim, error })
    const since = performance.now()
    using deadline = startDeadline(storeAttemptMs, () => timeIsOver('store'))
    try {
      return await deadline.race(store(context, key, renditions))
    } catch (again) {
      if (!(again instanceof ImageError)) throw again
      if (context.outage.hasStoredSince(since)) return { outcome: 'none', error: again }
    }
  }
}

/** An import-service of the release before takes it for an image that waits, and keeps it: then the attempt counts. */
async function giveBack(
  context: ProcessImageContext,
  { key, claim, error }: { key: ImageKey; claim: { token: string }; error: ImageError },
): Promise<Attempt> {
  const input = { ...key, token: claim.token, waited_ms: 0, gives_back: true }
  const { result } = await context.continueImage(input)
  return result === 'yield' ? { outcome: 'yielded' } : { outcome: 'none', error }
}

/**
 * Waits with a worker that import-service may want for others, until the outer signal is aborted. The returned function
 * throws `Yielded` then; several waits of an image count together.
 */
function yieldingWait(context: ProcessImageContext, { key, claim }: AttemptInput, outer: AbortSignal): Wait {
  const beganAt = performance.now()
  let nextMs = claim.ask_after_ms ?? defaultAskAfterMs
  return async (work) => {
    const leaving = new AbortController()
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const askLater = () => {
      timer = setTimeout(() => void ask(), nextMs)
    }
    const ask = async () => {
      const waited_ms = performance.now() - beganAt
      nextMs = defaultAskAfterMs
      try {
        const answer = await context.continueImage({ ...key, token: claim.token, waited_ms })
        if (answer.result === 'yield') leaving.abort(new Yielded())
        else nextMs = answer.ask_after_ms
      } catch (error) {
        // Where import-service cannot be reached, it has no other image to give: the wait goes on.
        if (!(error instanceof ServiceError)) leaving.abort(error)
      }
      // Work whose attempt is over may not end by itself.
      if (!isOver && !outer.aborted) askLater()
    }
    askLater()
    try {
      return await work(AbortSignal.any([outer, leaving.signal]))
    } finally {
      isOver = true
      clearTimeout(timer)
    }
  }
}

const defaultAskAfterMs = 1_000

class Yielded extends Error {
  override readonly name = 'Yielded'
}

function settlementOf(
  attempt: Ended,
): Pick<ImageSettlement, 'outcome' | 'reason' | 'message' | 'renditions'> {
  if (attempt.outcome === 'fetched') {
    return { outcome: 'fetched', reason: null, message: null, renditions: attempt.renditions }
  }
  const { error } = attempt
  return {
    outcome: error.outcome,
    reason: error.reason,
    message: describeForMerchant(error),
    renditions: [],
  }
}

interface Reported {
  key: ImageKey
  attempt: Ended
  number: number
  result: string
  durationMs: number
}

/** Reason and detail, never the URL. */
function report(context: ProcessImageContext, { key, attempt, number, result, durationMs }: Reported): void {
  const error = attempt.outcome === 'none' ? attempt.error : undefined
  const outcome = error?.outcome ?? 'fetched'
  const labels = { outcome, reason: error?.reason ?? 'none', detail: error?.detail ?? 'none' }
  context.metrics.attempts.inc(labels)
  context.metrics.attemptSeconds.observe({ outcome }, durationMs / 1000)
  trace.getActiveSpan()?.setAttributes({ 'catalog.outcome': outcome, 'catalog.reason': labels.reason })
  const fields = {
    run_id: key.run_id,
    image_id: key.image_id,
    storefront_id: key.storefront_id,
    attempt: number,
    ...labels,
    settled: result,
    duration_ms: Math.round(durationMs),
    ...(error?.status === undefined ? {} : { status: error.status }),
  }
  // The store is ours to look after; the rest is the merchant's URL.
  if (error?.reason === 'storage_error') {
    context.log.warn('image attempt ended', { ...fields, cause: codeOf(error.cause) })
  } else {
    context.log.info('image attempt ended', fields)
  }
}
