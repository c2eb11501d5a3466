import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'

/** The active trace as a W3C `traceparent`, to be stored with a run; null if there is no trace. */
export function currentTrace(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/**
 * Runs `work` in the trace that was stored with a run, so that the traces of its images, which begin later, are linked
 * to the confirm.
 */
export function inTrace<Result>(traceparent: string | null, work: () => Promise<Result>): Promise<Result> {
  const kept = traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent })
  return context.with(kept, work)
}
