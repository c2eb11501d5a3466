import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { context, propagation, SpanKind, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { Readable } from 'node:stream'
import { waitFor } from '../../../test/support/wait-for.ts'
import { download, provisionJob, publishJobs, request, upload, workJobs } from './index.ts'
import { add, giveBytes, paint, takeBytes } from './testing/contracts.ts'
import { usePair } from './testing/pair.ts'

const pair = await usePair()
const exporter = new InMemorySpanExporter()

beforeAll(() => {
  const spanProcessors = [new SimpleSpanProcessor({ exporter })]
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }))
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
})

afterAll(() => {
  trace.disable()
  propagation.disable()
  context.disable()
})

describe('a trace', () => {
  test('goes through a request, an upload and a download, a span on either side, and is active in the handler', async () => {
    const seen: (string | undefined)[] = []
    const see = () => seen.push(trace.getActiveSpan()?.spanContext().traceId)
    await pair.serve((service) => {
      service.reply(add, async ({ a, b }) => {
        await Promise.resolve()
        see()
        return { sum: a + b, served_by: '' }
      })
      service.receive(takeBytes, async (_input, body) => {
        await body.toArray()
        see()
        return { length: 0, sha256: '' }
      })
      service.send(giveBytes, async ({ chunks }) => {
        see()
        return { head: { chunks }, body: Readable.from([]) }
      })
    })
    await request(pair.caller, add, { a: 1 })
    await upload(pair.caller, takeBytes, {}, Readable.from([]))
    const { body } = await download(pair.caller, giveBytes, { chunks: 0 })
    await body.toArray()

    const traceIds: string[] = []
    for (const { subject } of [add, takeBytes, giveBytes]) {
      const asked = await endedSpan(`request ${subject}`)
      const answered = await endedSpan(`reply ${subject}`)
      expect([asked.kind, answered.kind]).toEqual([SpanKind.CLIENT, SpanKind.SERVER])
      const { traceId, spanId } = asked.spanContext()
      expect(answered.parentSpanContext).toMatchObject({ traceId, spanId })
      traceIds.push(traceId)
    }
    expect(seen).toEqual(traceIds)
    expect(new Set(traceIds).size).toBe(3)
  })

  test("of a job is separate, linked to that of the job's publisher", async () => {
    await provisionJob(pair.answerer, paint)
    await using _ = workJobs(pair.answerer, paint, { concurrency: 1, handler: async () => undefined })
    const publisher = trace.getTracer('test').startSpan('publish')
    await context.with(trace.setSpan(context.active(), publisher), () =>
      publishJobs(pair.caller, paint, [{ id: 'wall-1', payload: { wall: 1 } }]),
    )
    const worked = await endedSpan(`work ${paint.subject}`)
    const { traceId, spanId } = publisher.spanContext()
    expect(worked.links).toMatchObject([{ context: { traceId, spanId } }])
    expect(worked.spanContext().traceId).not.toBe(traceId)
  })
})

function endedSpan(name: string): Promise<ReadableSpan> {
  return waitFor(`the span ${name}`, () => exporter.getFinishedSpans().find((span) => span.name === name))
}
