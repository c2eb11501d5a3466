import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { images, ServiceError, StorefrontId } from '@catalog/contracts'
import { connectNats, download, natsUrl, request, upload } from '@catalog/messaging'
import type { Nats } from '@catalog/messaging'
import { ConfigError, readConfig, untilAvailable } from '@catalog/runtime'
import { createLogger } from '@catalog/telemetry'
import { explainRefusal, sessionSource } from '@catalog/postgres'
import type { SessionSource } from '@catalog/postgres'
import { z } from 'zod'
import { findMove } from './catalog/storefront-moves.sql.ts'
import { operatorConfigSchema } from './config.ts'
import { NotErased } from './operations/erasure/erase-storefront.ts'
import type { Objects, Rendition } from './operations/moving/copy-objects.ts'
import { NotMoved } from './operations/moving/move-context.ts'
import type { MoveContext, Side } from './operations/moving/move-context.ts'
import { abortMove, moveStorefront } from './operations/moving/move-storefront.ts'
import { readTime } from './operations/moving/moves.sql.ts'
import { connectDatabase } from './postgres/database.ts'

// An operator's command (deploy/runbooks/move-storefront.md): moves a storefront from this installation to another one.
// Safe to repeat, even after it was killed. Exit code 0: moved; 1: not moved; 2: wrong arguments.
const name = 'import-service'
const log = createLogger(name)
// Its output is logged at this level.
log.level = 'info'

const usage =
  'Name one storefront and the program that switches its requests: move-storefront.ts STOREFRONT_ID ' +
  '--switch-command PROGRAM; or move-storefront.ts STOREFRONT_ID --abort, or --status.'
const moveConfig = operatorConfigSchema.extend({
  /** The installation that the storefront moves to. */
  CATALOG_TARGET_DATABASE_URL: z.string().min(1).meta({ secret: true }),
  CATALOG_TARGET_DATABASE_SCHEMA: operatorConfigSchema.shape.CATALOG_DATABASE_SCHEMA,
  CATALOG_TARGET_NATS_URL: natsUrl,
})

process.exitCode = await main(process.argv.slice(2))

interface Arguments {
  storefrontId: string
  command: 'move' | 'abort' | 'status'
  switchCommand: string
}

async function main(args: string[]): Promise<number> {
  const parsed = readArguments(args)
  if (parsed === undefined) {
    log.error('not moved', { reason: usage })
    return 2
  }
  const config = readConfig(moveConfig)
  const { storefrontId } = parsed
  const lines = log.child({ storefront_id: storefrontId })
  try {
    const session = sessionSource(config)
    await using source = await connect(
      config.CATALOG_DATABASE_URL,
      config.CATALOG_NATS_URL,
      storefrontId,
      session,
    )
    await using target = await connect(
      config.CATALOG_TARGET_DATABASE_URL,
      config.CATALOG_TARGET_NATS_URL,
      storefrontId,
      { ...session, schema: config.CATALOG_TARGET_DATABASE_SCHEMA },
    )
    const context: MoveContext = {
      source,
      target,
      switchRequests: () => run(parsed.switchCommand, storefrontId),
      async wait(ms, reason) {
        if (ms >= 1_000) lines.info(`waiting ${reason}`, { wait_ms: ms })
        await wait(ms)
      },
      report: reportEvery(5_000, (step, fields) => lines.info(step, fields)),
    }
    if (parsed.command === 'status') {
      const [here, there] = await Promise.all(
        [source, target].map(({ database }) => findMove(database, storefrontId)),
      )
      lines.info('status', { source: here?.state ?? null, target: there?.state ?? null })
    } else if (parsed.command === 'abort') {
      await abortMove(context, storefrontId)
      lines.info('aborted, nothing of it is left at the target')
    } else {
      await moveStorefront(context, storefrontId)
      lines.info('moved, nothing of it is left at the source')
    }
    return 0
  } catch (error) {
    lines.error('not moved', { reason: reasonOf(error), error })
    return 1
  }
}

function readArguments(args: string[]): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'switch-command': { type: 'string' },
        abort: { type: 'boolean' },
        status: { type: 'boolean' },
      },
    })
    const storefrontId = StorefrontId.safeParse(positionals[0]).data
    const { 'switch-command': switchCommand, abort, status } = values
    const commands = [switchCommand !== undefined, abort, status].filter((is) => is === true)
    if (storefrontId === undefined || positionals.length > 1 || commands.length !== 1) return undefined
    const command = abort === true ? 'abort' : status === true ? 'status' : 'move'
    return { storefrontId, command, switchCommand: switchCommand ?? '' }
  } catch {
    return undefined
  }
}

async function connect(
  databaseUrl: string,
  url: string,
  storefrontId: string,
  session: SessionSource,
): Promise<Side & AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  const { database } = undo.use(
    connectDatabase(databaseUrl, {
      maxConnections: 2,
      ...session,
      // It reads whole catalogs.
      statementMs: 10 * 60_000,
    }),
  )
  const signal = AbortSignal.timeout(30_000)
  await untilAvailable('postgresql', () => readTime(database).catch(explainRefusal), { log, signal })
  const nats = undo.use(await connectNats({ url, name, log }))
  const connected = undo.move()
  return {
    database,
    objects: objectsOf(nats, storefrontId),
    [Symbol.asyncDispose]: () => connected.disposeAsync(),
  }
}

function objectsOf(nats: Nats, storefront_id: string): Objects {
  const named = ({ imageId, rendition }: Rendition) => ({ storefront_id, image_id: imageId, rendition })
  return {
    async list(after) {
      const { keys } = await request(nats, images.listObjects, { storefront_id, after })
      return keys
    },
    async read(object) {
      try {
        const { head, body } = await download(nats, images.readRendition, named(object))
        return { version: `${head.etag} ${head.last_modified}`, bytes: await buffer(body) }
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'image_not_found') return null
        throw error
      }
    },
    async store(object, bytes) {
      await upload(nats, images.storeRendition, named(object), chunksOf(bytes))
    },
    async erase() {
      const { deleted } = await request(nats, images.eraseObjects, { storefront_id })
      return deleted
    },
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Runs the operator's program with the storefront as its argument.
 * @throws NotMoved unless it exits with 0
 */
async function run(program: string, storefrontId: string): Promise<void> {
  const child = spawn(program, [storefrontId], { stdio: ['ignore', 2, 2] })
  const ended = await once(child, 'exit').catch((error: unknown) => {
    throw new NotMoved('The program of --switch-command cannot be run.', { cause: error })
  })
  if (ended[0] === 0) return
  throw new NotMoved(
    'The program of --switch-command failed. The target waits for the requests, and writes at the source are ' +
      'refused: run this again once it can work.',
  )
}

/** Reports at most once in `ms` milliseconds, but every new step at once. */
function reportEvery(ms: number, report: MoveContext['report']): MoveContext['report'] {
  let next = 0
  let last = ''
  return (step, fields) => {
    if (step === last && performance.now() < next) return
    last = step
    next = performance.now() + ms
    report(step, fields)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotMoved || error instanceof NotErased || error instanceof ConfigError)
    return error.message
  const again = 'What is done stays done. Run this again.'
  return error instanceof ServiceError ? `image-service: ${error.message} ${again}` : again
}
