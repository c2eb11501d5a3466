import { access, constants } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { catalogExports, version } from '@catalog/contracts'
import { connectNats, serve } from '@catalog/messaging'
import {
  ConfigError,
  readConfig,
  runService,
  startHealthServer,
  stopped,
  untilAvailable,
} from '@catalog/runtime'
import { findSchemaProblem, sessionSource } from '@catalog/postgres'
import { createLogger, createMetrics, flushTraces, startTracing } from '@catalog/telemetry'
import { configSchema } from './config.ts'
import { connectDatabase } from './database.ts'
import { exportCatalog } from './export-catalog.ts'
import { listProducts } from './list-products.ts'
import { createExportMetrics } from './metrics.ts'
import { readAheadWithin } from './read-ahead.ts'

const name = 'export-service'
const mb = 1024 * 1024
const log = createLogger(name)

await startTracing(version)
await runService(name, { log, flush: flushTraces }, async ({ signal }) => {
  const config = readConfig(configSchema)
  const folder = tmpdir()
  await access(folder, constants.W_OK).catch(() => {
    throw new ConfigError(`the folder of temporary files, ${folder}, cannot be written to`)
  })
  const metrics = createMetrics(name, version)
  await using database = connectDatabase(config.CATALOG_DATABASE_URL, {
    onConnectionLost: (error) => log.warn('database connection lost', { error }),
    ...sessionSource(config),
  })
  // Of its own, so that no page waits for an export.
  await using pages = connectDatabase(config.CATALOG_DATABASE_URL, {
    onConnectionLost: (error) => log.warn('database connection lost', { error }),
    maxConnections: 4,
    what: 'reads',
    ...sessionSource(config),
  })
  await using health = await startHealthServer({
    config,
    metrics,
    ready: async () => (await nats.isReachable()) && (await database.isReachable()),
  })
  const applied = await untilAvailable('postgresql', () => database.readSchema(), { log, signal })
  const problem = findSchemaProblem(applied, version)
  if (problem !== undefined) throw new ConfigError(problem)
  const connect = () => connectNats({ url: config.CATALOG_NATS_URL, name, log, times: { connectWaitMs: 0 } })
  await using nats = await untilAvailable('nats', connect, { log, signal })

  await using service = await serve(nats, {
    name,
    version,
    description: 'Streams canonical CSV from one snapshot of the catalog',
  })
  const context = {
    database,
    metrics: createExportMetrics(metrics.registry),
    readAhead: readAheadWithin(
      { memoryBytes: 32 * mb, diskBytes: 2_048 * mb, patienceMs: 10_000 },
      { folder, isAnyoneKeptOut: () => database.isAnyoneKeptOut() },
    ),
  }
  service.send(catalogExports.listProducts, (input, { signal: gone }) => listProducts({ pages }, input, gone))
  service.send(catalogExports.exportCatalog, (input, { signal: gone }) => exportCatalog(context, input, gone))

  await nats.flush()
  health.markServing()
  log.info('ready', { health_port: health.port })
  await stopped(signal)
})
