import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { context, createContextKey, propagation, ROOT_CONTEXT } from '@opentelemetry/api'
import { confirmImages } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { currentTrace } from './confirm-trace.ts'
import { requestDueImages } from '../images/dispatcher.ts'

/** A replacement for the OpenTelemetry SDK: the trace is a string in the context. */
const traceKey = createContextKey('trace')

const service = await useTestContext()

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator({
    inject: (active, carrier, setter) => {
      const trace = active.getValue(traceKey)
      if (typeof trace === 'string') setter.set(carrier, 'traceparent', trace)
    },
    extract: (into, carrier, getter) => into.setValue(traceKey, getter.get(carrier, 'traceparent')),
    fields: () => ['traceparent'],
  })
})

afterAll(() => {
  propagation.disable()
  context.disable()
})

test("images are requested in the trace of their run's confirm, and in none where it had none", async () => {
  const confirm = () => confirmImages(service.context, 'a', 1)
  const untraced = await confirm()
  const traced = await context.with(ROOT_CONTEXT.setValue(traceKey, '00-a-b-01'), confirm)
  const requested = new Map<string, string | null>()

  await requestDueImages({
    ...service.context,
    publish: async (requests) => {
      for (const { payload } of requests) requested.set(payload.run_id, currentTrace())
    },
  })

  expect(Object.fromEntries(requested)).toEqual({ [untraced.run_id]: null, [traced.run_id]: '00-a-b-01' })
})
