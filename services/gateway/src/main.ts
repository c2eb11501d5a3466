import { connectNats } from '@catalog/messaging'
import { runService, startHealthServer, stopped, untilAvailable } from '@catalog/runtime'
import { version } from '@catalog/contracts'
import { createLogger, createMetrics, flushTraces, startTracing } from '@catalog/telemetry'
import { createApp } from './app.ts'
import { tokenVerifier } from './access/authentication.ts'
import { addressesOf, readGatewayConfig } from './config.ts'
import { listen } from './http/http-server.ts'
import { createGatewayMetrics } from './metrics.ts'

const name = 'gateway'
const log = createLogger(name)

// With 200, the heap of 24 uploads of 10 MB at once would be larger by 32 MiB, and none of them quicker.
const heapGrowthPercent = 100

await startTracing(version)
await runService(name, { log, flush: flushTraces, heapGrowthPercent }, async ({ signal, lengthenStop }) => {
  const config = readGatewayConfig()
  const drainMs = config.CATALOG_DRAIN_SECONDS * 1000
  lengthenStop(drainMs)
  const metrics = createMetrics(name, version)
  await using health = await startHealthServer({ config, metrics, ready: () => nats.isReachable() })
  const connect = () => connectNats({ url: config.CATALOG_NATS_URL, name, log, times: { connectWaitMs: 0 } })
  await using nats = await untilAvailable('nats', connect, { log, signal })

  const gateway = {
    nats,
    log,
    metrics: createGatewayMetrics(metrics.registry),
    ...addressesOf(config),
  }
  const app = await createApp(
    gateway,
    config,
    tokenVerifier(config, {
      onNotRenewed: (error) => log.warn('keys of tokens not renewed, the earlier ones serve', { error }),
    }),
  )
  await using server = await listen(app, {
    host: config.CATALOG_HOST,
    port: config.CATALOG_PORT,
    drainMs,
  })

  health.markServing()
  log.info('ready', { service: name, port: server.port, health_port: health.port })
  await stopped(signal)
})
