import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api'
import * as sdk from '@opentelemetry/sdk-trace'
import { readSampler } from './tracing.ts'

const warn = jest.spyOn(process, 'emitWarning')
beforeEach(() => {
  warn.mockReset()
})
afterEach(() => {
  warn.mockReset()
})

const traceId = (index: number) => createHash('md5').update(String(index)).digest('hex')

/** How many of 1,000 traces are recorded: without a parent, with one that is recorded, and with one that is not. */
function recorded(env: Record<string, string>): number[] {
  const sampler = readSampler(sdk, env)
  return [null, TraceFlags.SAMPLED, TraceFlags.NONE].map((traceFlags) => {
    const ids = Array.from({ length: 1_000 }, (_, index) => traceId(index + 1))
    return ids.filter((id) => {
      const parent = { traceId: id, spanId: 'b7ad6b7169203331', traceFlags: traceFlags ?? 0, isRemote: true }
      const context = traceFlags === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
      const { decision } = sampler.shouldSample(context, id, 'apply', SpanKind.SERVER, {}, [])
      return decision === sdk.SamplingDecision.RECORD_AND_SAMPLED
    }).length
  })
}

test.each<[Record<string, string>, number[]]>([
  [{}, [1_000, 1_000, 0]],
  [{ OTEL_TRACES_SAMPLER: 'always_on' }, [1_000, 1_000, 1_000]],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, [0, 0, 0]],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, [0, 1_000, 0]],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, [0, 1_000, 0]],
])('%j records %j of 1,000 traces', (env, expected) => {
  expect(recorded(env)).toEqual(expected)
  expect(warn).not.toHaveBeenCalled()
})

test('a ratio records about that part of the traces', () => {
  const [some = 0] = recorded({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' })
  expect(some).toBeGreaterThan(50)
  expect(some).toBeLessThan(150)
})

test.each([
  { OTEL_TRACES_SAMPLER: 'sometimes' },
  { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: 'often' },
])('%j is reported, and counts as unset', (env) => {
  expect(recorded(env)).toEqual([1_000, 1_000, 0])
  expect(warn).toHaveBeenCalledTimes(1)
})
