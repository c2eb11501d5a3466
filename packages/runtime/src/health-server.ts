import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface HealthServerOptions {
  /** Port 0 picks a free one. */
  config: { CATALOG_HEALTH_HOST: string; CATALOG_HEALTH_PORT: number }
  /** Whether requests can be served now; throwing means no, and so does no answer in time. */
  ready: () => boolean | Promise<boolean>
  /** In milliseconds; by default less than a probe waits. */
  readyWithinMs?: number
  metrics: { text: () => string | Promise<string>; contentType: string }
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
  const { CATALOG_HEALTH_HOST: host, CATALOG_HEALTH_PORT: port } = options.config
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
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

async function isReady({ ready, readyWithinMs = 3_000 }: HealthServerOptions): Promise<boolean> {
  const answered = new AbortController()
  try {
    return await Promise.race([ready(), pause(readyWithinMs, false, { signal: answered.signal })])
  } catch {
    return false
  } finally {
    answered.abort()
  }
}

async function endWithMetrics({ metrics }: HealthServerOptions, response: ServerResponse): Promise<void> {
  try {
    end(response, 200, await metrics.text(), metrics.contentType)
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
