import { setTimeout as wait } from 'node:timers/promises'
import { images, ServiceError, StorefrontId } from '@catalog/contracts'
import { connectNats, request } from '@catalog/messaging'
import { readConfig, untilAvailable } from '@catalog/runtime'
import { createLogger } from '@catalog/telemetry'
import { sessionSource } from '@catalog/postgres'
import { operatorConfigSchema } from './config.ts'
import { eraseStorefront, NotErased } from './operations/erasure/erase-storefront.ts'
import type { Deleted } from './operations/erasure/erase-storefront.ts'
import { connectDatabase } from './postgres/database.ts'
import { startDatabaseClock } from './postgres/database-clock.ts'

// An operator's command (deploy/runbooks/erase-storefront.md): deletes every row and every object of the storefront in
// its argument. Safe to repeat, even after it was killed.
const name = 'import-service'
const log = createLogger(name)
// Its output is logged at this level.
log.level = 'info'

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const storefrontId = StorefrontId.safeParse(args[0]).data
  if (storefrontId === undefined || args.length > 1) {
    log.error('not erased', { reason: 'Name one storefront: erase-storefront.ts STOREFRONT_ID' })
    return 2
  }
  const config = readConfig(operatorConfigSchema)
  await using connection = connectDatabase(config.CATALOG_DATABASE_URL, {
    maxConnections: 1,
    ...sessionSource(config),
  })
  const signal = AbortSignal.timeout(30_000)
  const start = () => startDatabaseClock(connection.database)
  await using clock = await untilAvailable('postgresql', start, { log, signal })
  await using nats = await connectNats({ url: config.CATALOG_NATS_URL, name, log })
  const lines = log.child({ storefront_id: storefrontId })
  lines.info('erasing')
  try {
    const context = {
      database: connection.database,
      async eraseObjects(storefront_id: string) {
        const { deleted } = await request(nats, images.eraseObjects, { storefront_id })
        return deleted
      },
      now: () => clock.now(),
      async wait(ms: number) {
        lines.info('waiting for what an attempt at an image may still store', { wait_ms: ms })
        await wait(ms)
      },
      report: reportEvery(5_000, ({ rows, objects }) => lines.info('erasing', { rows, objects })),
    }
    const { rows, objects } = await eraseStorefront(context, storefrontId)
    lines.info('erased, 0 left', { rows, objects, left: 0 })
    return 0
  } catch (error) {
    lines.error('not erased', { reason: reasonOf(error), error })
    return 1
  }
}

function reportEvery(ms: number, report: (deleted: Deleted) => void): (deleted: Deleted) => void {
  let next = performance.now() + ms
  return (deleted) => {
    if (performance.now() < next) return
    next = performance.now() + ms
    report(deleted)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotErased) return error.message
  const again = 'What is deleted stays deleted. Run this again.'
  return error instanceof ServiceError ? `image-service: ${error.message} ${again}` : again
}
