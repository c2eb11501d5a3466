import { AsyncLocalStorage } from 'node:async_hooks'
import { context, propagation, ROOT_CONTEXT, trace, TraceFlags } from '@opentelemetry/api'
import type {
  Context,
  ContextManager,
  Span,
  SpanOptions,
  TextMapPropagator,
  Tracer,
} from '@opentelemetry/api'

export interface RecordedSpan {
  name: string
  options: SpanOptions
  traceId: string
  /** Of the span that it is a child of; undefined for a root. */
  parentSpanId: string | undefined
  spanId: string
}

/** Stands in for the OpenTelemetry SDK: keeps each span that is started, and carries contexts as W3C does. */
export function recordTraces(): RecordedSpan[] {
  const spans: RecordedSpan[] = []
  const startSpan = (name: string, options: SpanOptions = {}, from = context.active()): Span => {
    const parent = options.root === true ? undefined : trace.getSpanContext(from)
    const spanId = (spans.length + 1).toString(16).padStart(16, '0')
    const traceId = parent?.traceId ?? (spans.length + 1).toString(16).padStart(32, '0')
    spans.push({ name, options, traceId, parentSpanId: parent?.spanId, spanId })
    return trace.wrapSpanContext({ traceId, spanId, traceFlags: TraceFlags.SAMPLED })
  }
  const tracer: Tracer = {
    startSpan,
    startActiveSpan(name: string, ...rest: unknown[]) {
      const work = rest.at(-1)
      const [options, from] = rest.length === 1 ? [] : rest
      const parent = isContext(from) ? from : context.active()
      const span = startSpan(name, isOptions(options) ? options : {}, parent)
      if (typeof work !== 'function') throw new TypeError('no work')
      return context.with(trace.setSpan(parent, span), () => work(span))
    },
  }
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
  propagation.setGlobalPropagator(traceparent)
  context.setGlobalContextManager(followAsync())
  return spans
}

const traceparent: TextMapPropagator = {
  inject(from, carrier, setter) {
    const span = trace.getSpanContext(from)
    if (span !== undefined) setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-01`)
  },
  extract(into, carrier, getter) {
    const [, traceId, spanId] =
      /^00-(\w{32})-(\w{16})-01$/.exec(String(getter.get(carrier, 'traceparent'))) ?? []
    if (traceId === undefined || spanId === undefined) return into
    return trace.setSpanContext(into, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })
  },
  fields: () => ['traceparent'],
}

function followAsync(): ContextManager {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (from, work, thisArg, ...args) => storage.run(from, () => Reflect.apply(work, thisArg, args)),
    bind: (_from, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

function isContext(value: unknown): value is Context {
  return typeof value === 'object' && value !== null && 'getValue' in value
}

function isOptions(value: unknown): value is SpanOptions {
  return typeof value === 'object' && value !== null && !isContext(value)
}
