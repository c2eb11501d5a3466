import { images, ServiceError, StorefrontId, imageRequested } from '@catalog/contracts'
import { connectNats, jobsPending, request } from '@catalog/messaging'
import { ConfigError, readConfig, untilAvailable } from '@catalog/runtime'
import { createLogger } from '@catalog/telemetry'
import { sessionSource } from '@catalog/postgres'
import { configSchema, operatorConfigSchema } from './config.ts'
import { checkInstallation } from './operations/doctor/check-installation.ts'
import type { Finding } from './operations/doctor/check-installation.ts'
import { connectDatabase } from './postgres/database.ts'
import { startDatabaseClock } from './postgres/database-clock.ts'

// An operator's command (deploy/runbooks/doctor.md): checks an installation, especially after a restore, and says what
// to do. Only reads. Exit code 0: nothing to do; 1: something to do; 2: wrong arguments; 3: some checks failed to run.
const name = 'import-service'
const log = createLogger(name)
// Its output is logged at this level.
log.level = 'info'

const reportEveryMs = 5_000

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const only = args.length === 0 ? null : StorefrontId.safeParse(args[0]).data
  if (only === undefined || args.length > 1) {
    log.error('not checked', { reason: 'Name one storefront, or none for all: doctor.ts [STOREFRONT_ID]' })
    return 2
  }
  const config = readConfig(
    operatorConfigSchema.extend({ CATALOG_RUN_DETAIL_DAYS: configSchema.shape.CATALOG_RUN_DETAIL_DAYS }),
  )
  const found = { problem: 0, note: 0 }
  try {
    await using connection = connectDatabase(config.CATALOG_DATABASE_URL, {
      maxConnections: 1,
      ...sessionSource(config),
      // It counts whole catalogs.
      statementMs: 10 * 60_000,
    })
    const signal = AbortSignal.timeout(30_000)
    const start = () => startDatabaseClock(connection.database)
    await using clock = await untilAvailable('postgresql', start, { log, signal })
    await using nats = await connectNats({ url: config.CATALOG_NATS_URL, name, log })
    let next = performance.now() + reportEveryMs
    const context = {
      database: connection.database,
      queueDepth: () => jobsPending(nats, imageRequested),
      async listObjects(storefront_id: string | undefined, after: string) {
        const { keys } = await request(nats, images.listObjects, { storefront_id, after })
        return keys
      },
      now: () => clock.now(),
      runDetailDays: config.CATALOG_RUN_DETAIL_DAYS,
      report({ kind, message, ...fields }: Finding) {
        found[kind] += 1
        if (kind === 'problem') log.warn(message, fields)
        else log.info(message, fields)
      },
      progress(storefronts: number) {
        if (performance.now() < next) return
        next = performance.now() + reportEveryMs
        log.info('checking', { storefronts })
      },
    }
    const { storefronts } = await checkInstallation(context, only)
    const fields = { storefronts, problems: found.problem, notes: found.note }
    if (found.problem > 0) {
      log.warn('checked, something is to be done', fields)
      return 1
    }
    log.info('checked, nothing is to be done', fields)
    return 0
  } catch (error) {
    const isExplained = error instanceof ServiceError || error instanceof ConfigError
    const reason = isExplained ? error.message : 'A server did not answer or refused.'
    log.error('not checked to the end', { reason, problems: found.problem, notes: found.note, error })
    return 3
  }
}
