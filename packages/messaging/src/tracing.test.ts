import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { context, propagation, SpanKind, trace } from '@opentelemetry/api'
import { Readable } from 'node:stream'
import { download, provisionJob, publishJobs, request, upload, workJobs } from './index.ts'
import { add, giveBytes, paint, takeBytes } from './testing/contracts.ts'
import { usePair } from './testing/pair.ts'
import { recordTraces } from './testing/recorded-traces.ts'
import type { RecordedSpan } from './testing/recorded-traces.ts'
import { until } from './testing/until.ts'

const pair = usePair()
let spans: RecordedSpan[]

beforeAll(() => {
  spans = recordTraces()
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

    const traceIds = [add, takeBytes, giveBytes].map(({ subject }) => {
      const [asked, answered] = [spanOf(`request ${subject}`), spanOf(`reply ${subject}`)]
      expect([asked.options.kind, answered.options.kind]).toEqual([SpanKind.CLIENT, SpanKind.SERVER])
      expect(answered).toMatchObject({ traceId: asked.traceId, parentSpanId: asked.spanId })
      return asked.traceId
    })
    expect(seen).toEqual(traceIds)
    expect(new Set(traceIds).size).toBe(3)
  })

  test("of a job is its own, linked to that of the job's publisher", async () => {
    await provisionJob(pair.answerer, paint)
    let worked = false
    await using worker = workJobs(pair.answerer, paint, {
      concurrency: 1,
      handler: async () => {
        worked = true
      },
    })
    expect(worker).toBeDefined()
    const publisher = trace.getTracer('test').startSpan('publish')
    await context.with(trace.setSpan(context.active(), publisher), () =>
      publishJobs(pair.caller, paint, [{ id: 'wall-1', payload: { wall: 1 } }]),
    )
    await until(() => worked)
    const { options, traceId } = spanOf(`work ${paint.subject}`)
    expect(options.links).toMatchObject([{ context: publisher.spanContext() }])
    expect(traceId).not.toBe(publisher.spanContext().traceId)
  })
})

function spanOf(name: string): RecordedSpan {
  const span = spans.find((candidate) => candidate.name === name)
  if (span === undefined) throw new Error(`no span ${name}`)
  return span
}
