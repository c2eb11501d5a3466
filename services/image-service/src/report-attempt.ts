import { trace } from '@opentelemetry/api'
import type { ImageSettlement } from '@catalog/contracts'
import type { Ended, ImageKey, ProcessImageContext } from './attempt.ts'
import { codeOf } from './error-code.ts'
import { describeForMerchant } from './reasons.ts'

export function settlementOf(
  attempt: Ended,
): Pick<ImageSettlement, 'outcome' | 'reason' | 'message' | 'renditions' | 'sizes'> {
  if (attempt.outcome === 'fetched') {
    const { renditions, sizes } = attempt
    return { outcome: 'fetched', reason: null, message: null, renditions, sizes }
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
export function reportAttempt(
  context: ProcessImageContext,
  { key, attempt, number, result, durationMs }: Reported,
): void {
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
