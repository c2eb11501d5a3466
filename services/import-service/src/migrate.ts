import { imageRequested } from '@catalog/contracts'
import { connectNats, provisionJob } from '@catalog/messaging'
import { ConfigError, readConfig, tlsProblem } from '@catalog/runtime'
import { createLogger } from '@catalog/telemetry'
import { configSchema } from './config.ts'
import { migrate } from './postgres/migrate.ts'

// Brings PostgreSQL's schema and NATS's stream to this release's version, before its services start. Safe to repeat.
const name = 'import-service'
const log = createLogger(name)
try {
  const config = readConfig(
    configSchema.pick({
      CATALOG_DATABASE_URL: true,
      CATALOG_DATABASE_SCHEMA: true,
      CATALOG_NATS_URL: true,
      CATALOG_NATS_REPLICAS: true,
    }),
  )
  const migrations = await migrate(config.CATALOG_DATABASE_URL, config.CATALOG_DATABASE_SCHEMA)
  log.info('migrated', { migrations })

  await using nats = await connectNats({ url: config.CATALOG_NATS_URL, name, log })
  await provisionJob(nats, { ...imageRequested, replicas: config.CATALOG_NATS_REPLICAS })
  log.info('provisioned', { stream: imageRequested.stream, consumer: imageRequested.consumer })
} catch (error) {
  // A ConfigError's message is written for operators and contains no secret.
  log.error(error instanceof ConfigError ? error.message : 'not migrated', {
    reason: tlsProblem(error),
    error,
  })
  process.exitCode = 1
}
