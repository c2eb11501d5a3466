import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { context, INVALID_SPAN_CONTEXT, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import type { Tracer } from '@opentelemetry/api'
import { traceStatement } from './database.ts'

/** Replaces the OpenTelemetry SDK: records the arguments that each span is started with. */
const spans: unknown[][] = []
const span = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
const tracer: Tracer = {
  startSpan: () => span,
  startActiveSpan(...started: unknown[]) {
    const work = started.pop()
    spans.push(started)
    if (typeof work !== 'function') throw new TypeError('no work')
    return work(span)
  },
}

beforeAll(() => {
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
})
beforeEach(() => void spans.splice(0))
afterAll(() => {
  trace.disable()
  context.disable()
})

const statement = `
  select sku -- of one product
  from variants
  where product_id = ?`
const run = () => traceStatement(statement, async () => 'rows')

test('a statement is a span of the active trace, named by its verb, with its text in one line', async () => {
  expect(await context.with(trace.setSpan(ROOT_CONTEXT, span), run)).toBe('rows')
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.text': 'select sku from variants where product_id = ?',
  }
  expect(spans).toEqual([['sql select', { attributes }]])
})

test('a statement outside of any trace starts none', async () => {
  expect(await run()).toBe('rows')
  expect(spans).toEqual([])
})
