import { randomUUID } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import { claimLifetimeMs } from '@catalog/contracts'
import type { ImageRequested } from '@catalog/contracts'
import { askService } from './ask-import-service.ts'
import type { Attempt, AttemptInput, ImageWork, ProcessImageContext, Unstored } from './attempt.ts'
import { startDeadline } from './deadline.ts'
import type { Deadline } from './deadline.ts'
import { ImageError } from './image-error.ts'
import type { Rendition } from './render/renditions.ts'
import { reportAttempt, settlementOf } from './report-attempt.ts'
import { storeLater, storeRenditions, storeTimedOut } from './store-renditions.ts'
import { Yielded, yieldingWait } from './yielding-wait.ts'

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
  const durationMs = performance.now() - claimedAt
  reportAttempt(context, { key, attempt, number: claim.attempt, result, durationMs })
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
    return await deadline.race(storeRenditions(context, input.key, rendered))
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
  if (step === 'store') return storeTimedOut()
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
