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
  /** Messages of import-service, which knows the state of images and records outcomes. */
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
  /** For tests: time limit of an attempt from claim to settlement, in milliseconds. */
  attemptMs?: number
  /**
   * For tests: the longest pause between two attempts to store while the object store is unavailable, in milliseconds.
   */
  longestStorePauseMs?: number
}

export interface ImageKey {
  storefront_id: string
  run_id: string
  image_id: string
}

/** Passed along with a message by messaging. */
export interface ImageWork {
  /** Renews this worker's right to the message. */
  working(): void
  /** Aborted when the process stops. */
  signal: AbortSignal
}

/** Leaves 5 of the claim's 55 seconds for the settlement. */
const defaultAttemptMs = claimLifetimeMs - 5_000

/**
 * Processes one message of `image.requested`: claim, fetch, render, store, settle. Resolves once nothing is left to do.
 * Throws if the message has to be delivered again, which is safe: all state is in PostgreSQL, and keys depend on the
 * image alone.
 */
export async function processImage(
  context: ProcessImageContext,
  { storefront_id, run_id, image_id }: ImageRequested,
  work: ImageWork,
): Promise<void> {
  const key = { storefront_id, run_id, image_id }
  // The same token for all attempts at this request; otherwise a retry would find the image busy with an earlier
  // attempt's claim.
  const token = randomUUID()
  let claimedAt = performance.now()
  const claim = await askService(work, () => {
    // Measured before the claim is granted, so that it expires here before it does in import-service.
    claimedAt = performance.now()
    return context.claimImage({ ...key, token })
  })
  // Settled or exhausted: done. Busy: another worker has it; if that one dies, the dispatcher requests the image again.
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

/** Error codes for which a retry may help. */
const transientCodes = new Set<ErrorCode>(['unavailable', 'timeout', 'internal'])

function isTransient(error: unknown): boolean {
  return error instanceof ServiceError && transientCodes.has(error.code)
}

/**
 * Retries until import-service answers, keeping the message alive meanwhile. Throws an error that a retry would not
 * change, and the last error if the process stops.
 */
function askService<T>(work: ImageWork, send: () => Promise<T>): Promise<T> {
  const attempt = () => {
    work.working()
    return send()
  }
  return retry(attempt, { isTransient, signal: work.signal })
}

type Ended = { outcome: 'fetched'; renditions: RenditionName[] } | { outcome: 'none'; error: ImageError }
/** `yielded`: import-service made the image due again, without counting this attempt. */
type Attempt = Ended | { outcome: 'yielded' }
/** Rendered, but the object store is unavailable. */
interface Unstored {
  outcome: 'unstored'
  error: ImageError
  renditions: Rendition[]
}

interface AttemptInput {
  key: ImageKey
  /** The claim's URL is used: the message's may be outdated. */
  claim: Extract<ImageClaim, { result: 'granted' }>
  claimedAt: number
  stopping: AbortSignal
}

/** Throws only for a bug in this program: the claim then expires and counts as an attempt. */
async function makeAttempt(context: ProcessImageContext, input: AttemptInput): Promise<Attempt | Unstored> {
  const attemptMs = (context.attemptMs ?? defaultAttemptMs) - (performance.now() - input.claimedAt)
  let step: Step = 'fetch'
  let rendered: Rendition[] = []
  let storingSince = Infinity
  using deadline = startDeadline(attemptMs, () => timeIsOver(step))
  using _ = limitOnceStopping(deadline, input.stopping)
  context.metrics.inFlight.inc()
  try {
    // Results after the deadline are dropped: by then another worker may have the image.
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

/**
 * Blames the image host only for the step of fetching: the picture may also have waited for a decoder or the object
 * store.
 */
function timeIsOver(step: Step): ImageError {
  if (step === 'store')
    return new ImageError('storage_error', 'write', { cause: new ObjectStoreError('timeout') })
  return new ImageError('timeout', step === 'fetch' ? 'total' : 'decode')
}

/** Part of the 25 seconds that stopping may take. */
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

/** Together with a pause shorter than a claim's lifetime. */
const storeAttemptMs = 25_000
const defaultLongestStorePauseMs = 15_000

/**
 * While the object store is unavailable, an image keeps its claim and its worker, so that no other image is claimed and
 * none loses an attempt. Ends once the image is stored, or if the store accepts other images but not this one, or if
 * the process stops: then import-service gets the image back without an attempt counted.
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
    // Claiming with the same token renews the claim.
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

/** An import-service of the previous release ignores `gives_back` and keeps the image: then the attempt counts. */
async function giveBack(
  context: ProcessImageContext,
  { key, claim, error }: { key: ImageKey; claim: { token: string }; error: ImageError },
): Promise<Attempt> {
  const input = { ...key, token: claim.token, waited_ms: 0, gives_back: true }
  const { result } = await context.continueImage(input)
  return result === 'yield' ? { outcome: 'yielded' } : { outcome: 'none', error }
}

/**
 * Waits until the outer signal is aborted, asking import-service meanwhile whether it needs the worker for other
 * images. The returned function then throws `Yielded`. Several waits of an image are added up.
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
        // If import-service cannot be reached, it has no other image either: keep waiting.
        if (!(error instanceof ServiceError)) leaving.abort(error)
      }
      // The work may go on after its attempt is over.
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

/** Logs reason and detail, never the URL. */
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
  // Errors of the object store are for operators; all others depend on the merchant's URL.
  if (error?.reason === 'storage_error') {
    context.log.warn('image attempt ended', { ...fields, cause: codeOf(error.cause) })
  } else {
    context.log.info('image attempt ended', fields)
  }
}
