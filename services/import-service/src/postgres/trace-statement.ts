import { trace } from '@opentelemetry/api'
import { withSpan } from '@catalog/telemetry'

/**
 * Does `work`, a statement's way to the database and back, in a span of the trace that it is part of. What nobody asked
 * for, such as the looks at the outbox, makes no trace. `text` has placeholders for all values.
 */
export function traceStatement<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return work()
  const statement = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
  const verb = /^\w+/.exec(statement)?.[0] ?? 'statement'
  return withSpan(`sql ${verb}`, { 'db.system.name': 'postgresql', 'db.query.text': statement }, work)
}
