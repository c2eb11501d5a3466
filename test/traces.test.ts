import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { catalogFile } from './support/canonical-file.ts'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'

/** What the collector was sent, as the bytes of OTLP's protobuf. */
const sent: Buffer[] = []
let collector: Server
let system: System
beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      sent.push(Buffer.concat(parts))
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const address = collector.address()
  const port = typeof address === 'object' ? address?.port : undefined
  system = await startSystem({ env: { all: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } } })
})
afterAll(async () => {
  await system?.[Symbol.asyncDispose]()
  collector.closeAllConnections()
  collector.close()
})

/** The services that sent spans of this trace. */
function servicesIn(traceId: string): string[] {
  const id = Buffer.from(traceId, 'hex')
  const bodies = sent.filter((body) => body.includes(id))
  return ['gateway', 'import-service', 'export-service', 'image-service'].filter((service) =>
    bodies.some((body) => body.includes(`service.name\x12${tagged(service)}`)),
  )
}

/** The spans of this trace, each as its bytes: its ids, its name, its attributes. */
function spansOf(traceId: string): string[] {
  const id = Buffer.from(traceId, 'hex').toString('latin1')
  // oxlint-disable-next-line no-control-regex
  const starts = /\x0a\x10(?=[^]{16}\x12\x08)/
  return sent.flatMap((body) => body.toString('latin1').split(starts)).filter((span) => span.startsWith(id))
}

/** A string value as protobuf writes it: its length in front, for the value and for what wraps it. */
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
  // What they say is the services' own, never a merchant's.
  for (const span of [...spansOf(upload), ...spansOf(download)])
    expect(span).not.toMatch(/product-00001|Acme/)
})
