import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'

export interface HealthServerOptions {
  host: string
  /** 0 picks a free port. */
  port: number
  /** Whether requests can be served now; throwing means no. */
  ready: () => boolean | Promise<boolean>
  metrics: () => string | Promise<string>
  /** Content type of the metrics. */
  contentType: string
}

export interface HealthServer extends AsyncDisposable {
  port: number
  /** Marks the service as answering its callers. Until then it is not ready, whatever `ready` returns. */
  markServing(): void
}

/**
 * `/health/live`: the process answers. `/health/ready`: the service answers its callers, and `ready` returns true.
 * `/metrics`: Prometheus.
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  let serving = false
  const ready = () => serving && options.ready()
  const server = createServer((request, response) => {
    void answer({ ...options, ready }, request.url ?? '/', response)
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    markServing: () => {
      serving = true
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(options: HealthServerOptions, url: string, response: ServerResponse): Promise<void> {
  const path = url.split('?', 1)[0]
  if (path === '/health/live') return end(response, 200, 'live\n')
  if (path === '/health/ready') {
    return (await isReady(options)) ? end(response, 200, 'ready\n') : end(response, 503, 'not ready\n')
  }
  if (path === '/metrics') return endWithMetrics(options, response)
  return end(response, 404, 'not found\n')
}

async function isReady({ ready }: HealthServerOptions): Promise<boolean> {
  try {
    return await ready()
  } catch {
    return false
  }
}

async function endWithMetrics(
  { metrics, contentType }: HealthServerOptions,
  response: ServerResponse,
): Promise<void> {
  try {
    const text = await metrics()
    end(response, 200, text, contentType)
  } catch {
    end(response, 503, 'metrics cannot be collected\n')
  }
}

function end(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(text)
}
