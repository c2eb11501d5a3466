import { trace } from '@opentelemetry/api'
import { withSpan } from '@catalog/telemetry/tracing'

/**
 * Runs `work`, a statement's round trip, in a span of the active trace. Without one, such as when polling the outbox,
 * starts none. `text` must have placeholders for all values.
 */
export function traceStatement<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return work()
  const statement = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
  const verb = /^\w+/.exec(statement)?.[0] ?? 'statement'
  return withSpan(`sql ${verb}`, { 'db.system.name': 'postgresql', 'db.query.text': statement }, work)
}
