import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'

/** The active trace as W3C's `traceparent`, for a run to keep; null where nothing is traced. */
export function currentTrace(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Does `work` in the trace that a run kept: so the traces of its images, begun much later, are linked to its confirm. */
export function inTrace<Result>(traceparent: string | null, work: () => Promise<Result>): Promise<Result> {
  const kept = traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })
  return context.with(kept, work)
}
