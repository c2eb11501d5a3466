import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** A minimal collector of OpenTelemetry that records what it receives. */
export interface Collector extends AsyncDisposable {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string
  /** The request bodies, as OTLP's protobuf bytes. */
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
  })
  const listening = await listen(server)
  return {
    endpoint: `http://${listening.host}`,
    sent,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}
