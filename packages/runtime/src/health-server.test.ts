import { describe, expect, test } from '@jest/globals'
import { startHealthServer } from './health-server.ts'
import type { HealthServerOptions } from './health-server.ts'

describe('the health server', () => {
  test('is live and ready, and gives the metrics as they are now', async () => {
    let requests = 0
    await using server = await start({ metrics: async () => `requests_total ${(requests += 1)}\n` })
    server.markServing()
    expect(await get(server.port, '/health/live')).toMatchObject({ status: 200 })
    expect(await get(server.port, '/health/ready')).toMatchObject({ status: 200 })
    await get(server.port, '/metrics')
    expect(await get(server.port, '/metrics?x=1')).toEqual({
      status: 200,
      type: 'text/plain; version=0.0.4',
      text: 'requests_total 2\n',
    })
  })

  test('is live but not ready while a dependency is missing', async () => {
    let ready = false
    await using server = await start({ ready: () => ready })
    server.markServing()
    expect(await get(server.port, '/health/ready')).toMatchObject({ status: 503 })
    expect(await get(server.port, '/health/live')).toMatchObject({ status: 200 })
    ready = true
    expect(await get(server.port, '/health/ready')).toMatchObject({ status: 200 })
  })

  test('is live but not ready before it serves, even if all dependencies are available', async () => {
    await using server = await start({ ready: () => true })
    expect(await get(server.port, '/health/live')).toMatchObject({ status: 200 })
    expect(await get(server.port, '/health/ready')).toMatchObject({ status: 503 })
    server.markServing()
    expect(await get(server.port, '/health/ready')).toMatchObject({ status: 200 })
  })

  test('treats an error of a check as not ready', async () => {
    await using server = await start({
      ready: () => Promise.reject(new Error('no database')),
      metrics: () => Promise.reject(new Error('no database')),
    })
    server.markServing()
    expect(await get(server.port, '/health/ready')).toMatchObject({ status: 503, text: 'not ready\n' })
    expect(await get(server.port, '/metrics')).toMatchObject({ status: 503 })
  })

  test('treats a check that does not end as not ready', async () => {
    await using server = await start({ ready: () => new Promise(() => {}), readyWithinMs: 10 })
    server.markServing()
    expect(await get(server.port, '/health/ready')).toMatchObject({ status: 503, text: 'not ready\n' })
  })

  test('answers no other path', async () => {
    await using server = await start({})
    expect(await get(server.port, '/')).toMatchObject({ status: 404 })
  })

  test('rejects if its port is in use', async () => {
    await using server = await start({})
    await expect(start({ port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

function start({ port = 0, ready = () => true, readyWithinMs = 3_000, metrics = () => '' }: StartOptions) {
  return startHealthServer({
    config: { CATALOG_HEALTH_HOST: '127.0.0.1', CATALOG_HEALTH_PORT: port },
    metrics: { text: metrics, contentType: 'text/plain; version=0.0.4' },
    ready,
    readyWithinMs,
  })
}

interface StartOptions {
  port?: number
  ready?: HealthServerOptions['ready']
  readyWithinMs?: number
  metrics?: HealthServerOptions['metrics']['text']
}

async function get(
  port: number,
  path: string,
): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
