import { expect, test } from '@jest/globals'
import { catalogFile } from './support/canonical-file.ts'
import { startCollector } from './support/collector.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startSystem } from './support/system.ts'

const undo = disposeAfterAll()
const collector = undo.use(await startCollector())
const system = undo.use(
  await startSystem({ env: { all: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint } } }),
)

/** The services that sent spans of this trace. */
function servicesIn(traceId: string): string[] {
  const id = Buffer.from(traceId, 'hex')
  const bodies = collector.sent.filter((body) => body.includes(id))
  return ['gateway', 'import-service', 'export-service', 'image-service'].filter((service) =>
    bodies.some((body) => body.includes(`service.name\x12${tagged(service)}`)),
  )
}

/** The spans of this trace, each as bytes with its ids, name and attributes. */
function spansOf(traceId: string): string[] {
  const id = Buffer.from(traceId, 'hex').toString('latin1')
  // oxlint-disable-next-line no-control-regex
  const starts = /\x0a\x10(?=[^]{16}\x12\x08)/
  return collector.sent
    .flatMap((body) => body.toString('latin1').split(starts))
    .filter((span) => span.startsWith(id))
}

/** A string value in protobuf: its length precedes it, for the value and for its wrapper. */
function tagged(text: string): string {
  return `${String.fromCharCode(text.length + 2)}\n${String.fromCharCode(text.length)}${text}`
}

const traced = (traceId: string) => ({ traceparent: `00-${traceId}-b7ad6b7169203331-01` })

test('a request is one trace from the gateway through NATS to SQL, sent before the process ends', async () => {
  const upload = '0af7651916cd43dd8448eb211c80319c'
  const download = '4bf92f3577b34da6a3ce929d0e0e4736'
  const draft = await system.upload(catalogFile({ products: 1, variants: 1 }), { headers: traced(upload) })
  await system.confirm(draft.draft_id)
  const exported = await system.request('/api/products/export', { headers: traced(download) })
  await exported.text()

  await Promise.all(
    (['gateway', 'import-service', 'export-service'] as const).map((name) => system.kill(name, 'SIGTERM')),
  )
  expect(servicesIn(upload)).toEqual(['gateway', 'import-service'])
  expect(servicesIn(download)).toEqual(['gateway', 'export-service'])

  const statements = spansOf(upload).filter((span) => span.includes('db.query.text'))
  for (const text of ['insert into import_drafts', 'insert into import_row_blocks', 'from products'])
    expect(statements.some((statement) => statement.includes(text))).toBe(true)
  expect(spansOf(download).some((span) => span.includes('describe catalog'))).toBe(true)
  // Their attributes come from the services, never from a merchant.
  for (const span of [...spansOf(upload), ...spansOf(download)])
    expect(span).not.toMatch(/product-00001|Acme/)
})
