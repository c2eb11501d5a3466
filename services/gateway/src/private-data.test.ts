import { afterAll, expect, test } from '@jest/globals'
import { inspect } from 'node:util'
import { imports } from '@catalog/contracts'
import { trace } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { startImportService } from './testing/import-service.ts'
import { api, draft, onDraft, onRun } from './testing/samples.ts'
import { useTestGateway } from './testing/use-test-gateway.ts'

const telltale = /telltale/i
const csv = 'handle,title\r\nshirt,Telltale title\r\n'

const exporter = new InMemorySpanExporter()
const spanProcessors = [new SimpleSpanProcessor({ exporter })]
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }))
afterAll(() => trace.disable())
const gateway = await useTestGateway()

/** Calls everything that has a name or a person in it; returns the statuses. */
async function callAll(): Promise<number[]> {
  const token = await gateway.token({ sub: 'telltale-sub', name: 'Tess Telltale' })
  const headers = { Authorization: `Bearer ${token}` }
  const file = new FormData()
  file.append('file', new Blob([csv], { type: 'text/csv' }), 'telltale.csv')
  const wrong = new FormData()
  wrong.append('telltale', new Blob([csv], { type: 'text/csv' }), 'telltale.csv')
  const named = { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename=telltale.csv' }
  const calls: [
    path: string,
    init: { method?: string; body?: string | FormData; headers?: Record<string, string> },
  ][] = [
    [`${api}/imports`, { method: 'POST', body: file }],
    [`${api}/imports`, { method: 'POST', body: csv, headers: named }],
    [`${api}/imports`, { method: 'POST', body: wrong }],
    [`${onDraft}/confirm`, { method: 'POST' }],
    [`${onRun}/undo`, { method: 'POST' }],
    [`${api}/imports`, {}],
    [`${api}/imports/runs?q=telltale`, {}],
    [`${api}/imports/runs?q=telltale&limit=0`, {}],
    [`${onRun}/rows?cursor=telltale`, {}],
    [`${onRun}/telltale`, {}],
  ]
  const statuses: number[] = []
  for (const [path, init] of calls) {
    const response = await gateway.fetch(path, { ...init, headers: { ...init.headers, ...headers } })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  return statuses
}

test('names of files and people leave no trace in the log, the metrics and the spans', async () => {
  // Unavailable requests are logged as errors.
  expect(await callAll()).toEqual([503, 503, 400, 503, 503, 503, 503, 400, 503, 404])
  {
    await using services = new AsyncDisposableStack()
    services.use(await startImportService(gateway))
    services.use(await gateway.serveFake((answering) => answering.receive(imports.createDraft, takeFile)))
    expect(await callAll()).toEqual([201, 201, 400, 201, 201, 200, 200, 400, 200, 404])
  }

  const spans = exporter.getFinishedSpans()
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([`POST ${api}/imports`, `request ${imports.createDraft.subject}`]),
  )
  expect(gateway.lines.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['request answered', 'request failed']),
  )
  const everything = { lines: gateway.lines, spans, metrics: await gateway.metrics.registry.metrics() }
  expect(inspect(everything, { depth: null, maxArrayLength: null, maxStringLength: null })).not.toMatch(
    telltale,
  )
})

async function takeFile(_input: object, body: AsyncIterable<Uint8Array>) {
  for await (const _ of body);
  return draft
}
