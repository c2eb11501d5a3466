import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Context, Link, Span } from '@opentelemetry/api'
import { ServiceError } from '@catalog/contracts'
import type { MsgHdrs } from 'nats'

const tracer = trace.getTracer('@catalog/messaging')

/** Writes the active W3C trace context into the headers. */
export function injectTrace(headers: MsgHdrs): void {
  propagation.inject(context.active(), headers, { set: (carrier, key, value) => carrier.set(key, value) })
}

/** The trace context in the headers. */
function extractTrace(headers: MsgHdrs | undefined): Context {
  if (headers === undefined) return ROOT_CONTEXT
  return propagation.extract(ROOT_CONTEXT, headers, {
    get: (carrier, key) => (carrier.has(key) ? carrier.get(key) : undefined),
    keys: (carrier) => carrier.keys(),
  })
}

/** Runs `work` in the caller's span of a message. */
export function withClientSpan<T>(subject: string, work: (span: Span) => Promise<T>): Promise<T> {
  const options = { kind: SpanKind.CLIENT, attributes: attributesOf(subject) }
  return tracer.startActiveSpan(`request ${subject}`, options, (span) => ending(span, work))
}

/** Runs `work` in the answering side's span of a message, in the caller's trace. */
export function withServerSpan<T>(
  subject: string,
  headers: MsgHdrs | undefined,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const options = { kind: SpanKind.SERVER, attributes: attributesOf(subject) }
  return tracer.startActiveSpan(`reply ${subject}`, options, extractTrace(headers), (span) =>
    ending(span, work),
  )
}

/** Runs `work` in a trace of its own, linked to that of the job's publisher. */
export function withJobSpan<T>(
  subject: string,
  headers: MsgHdrs | undefined,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const asked = trace.getSpanContext(extractTrace(headers))
  const links: Link[] = asked === undefined ? [] : [{ context: asked }]
  const options = { kind: SpanKind.CONSUMER, attributes: attributesOf(subject), links, root: true }
  return tracer.startActiveSpan(`work ${subject}`, options, (span) => ending(span, work))
}

function attributesOf(subject: string): Record<string, string> {
  return { 'messaging.system': 'nats', 'messaging.destination.name': subject }
}

async function ending<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await work(span)
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Marks the span by the error's code only: a message may quote a merchant's file. */
export function failSpan(span: Span, error: unknown): void {
  const code = error instanceof ServiceError ? error.code : 'internal'
  span.setAttribute('error.type', code)
  span.setStatus({ code: SpanStatusCode.ERROR, message: code })
}
