import { once } from 'node:events'
import { createServer } from 'node:http'

/** What a collector of OpenTelemetry listens for, and keeps. */
export interface Collector extends AsyncDisposable {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string
  /** What it was sent, as the bytes of OTLP's protobuf. */
  sent: Buffer[]
}

export async function startCollector(): Promise<Collector> {
  const sent: Buffer[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      sent.push(Buffer.concat(parts))
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the collector has no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
