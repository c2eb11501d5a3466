import type { ImageRequested } from '@catalog/contracts'
import type { Logger } from '@catalog/telemetry'
import type { Database } from '../postgres/database.ts'
import {
  findLost,
  countRequested,
  findDueStorefronts,
  findImagesToRequest,
  lockOutbox,
} from './outbox.sql.ts'
import { requestAgain, markRequested } from '../runs/write-run-images.sql.ts'
import type { DueImage } from '../runs/write-run-images.sql.ts'
import { inTrace } from '../runs/confirm-trace.ts'
import { findDemand, windowImages } from './find-demand.ts'
import { createLoop } from '../loop.ts'
import { assignQuotas } from './assign-quotas.ts'

export interface DispatcherOptions {
  database: Database
  log: Logger
  now: () => Date
  /** Stores requests in the queue; resolves once all are stored. */
  publish: (requests: { id: string; payload: ImageRequested }[]) => Promise<void>
  /** The number of requests in the queue, including those that workers have; 0 if the queue was lost. */
  queueDepth: () => Promise<number>
  /** Milliseconds between two checks for images whose pause is over. */
  dueEveryMs?: number
}

export interface Dispatcher extends AsyncDisposable {
  /** Call when images may be due or the window may have room: after a commit or a settlement. */
  wake(): void
  /** Call when NATS has reconnected, as its queue may be lost. */
  resume(): void
}

/**
 * Publishes the due images of `run_images`, the outbox, up to the size of the window: when woken, and every
 * `dueEveryMs` for images whose pause between attempts is over. Any number of replicas may run this. A row is marked
 * only after its request is stored, so a crash in between causes a duplicate request, never a lost one; claims make the
 * duplicate harmless.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { log, dueEveryMs = 1_000 } = options
  const due = createLoop(
    dueEveryMs,
    () => requestDueImages(options),
    (error) => log.warn('images could not be requested, will be tried again', { error }),
  )
  const lost = createLoop(
    10_000,
    async () => {
      if ((await requestLostImages(options)) > 0) due.wake()
    },
    (error) => log.warn('lost image requests could not be looked for, will be tried again', { error }),
  )
  return {
    wake: () => due.wake(),
    resume() {
      due.wake()
      lost.wake()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([due[Symbol.asyncDispose](), lost[Symbol.asyncDispose]()])
    },
  }
}

/** With less room than this a transaction is not worth its cost: the workers have enough to do. */
const leastRoom = 3

/** Requests due images, as many as the window has room for. Returns how many. */
export async function requestDueImages({
  database,
  now,
  publish,
}: Pick<DispatcherOptions, 'database' | 'now' | 'publish'>): Promise<number> {
  const requested = await countRequested(database)
  if (windowImages - requested < leastRoom) return 0
  const assign = async (at: Database) => assignQuotas(await findDemand(at, now()), windowImages)
  // Most checks end here, however many storefronts have images in a pause.
  if ((await findDueStorefronts(database, now()))?.size === 0) return 0
  // Taking the lock writes to the disk, so this first checks without it whether there is anything to do.
  const first = await assign(database)
  if (first.length === 0) return 0
  return await database.transaction(async (transaction) => {
    await lockOutbox(transaction)
    const wasFaster = (await countRequested(transaction)) > requested
    const quotas = wasFaster ? await assign(transaction) : first
    if (quotas.length === 0) return 0
    const time = now()
    const images = await findImagesToRequest(transaction, quotas, time)
    await Promise.all(
      Map.groupBy(images, (image) => image.traceparent)
        .entries()
        .map(([traceparent, ofOneConfirm]) =>
          inTrace(traceparent, () => publish(ofOneConfirm.map(toRequest))),
        ),
    )
    await markRequested(transaction, images, time)
    return images.length
  })
}

/** Each new request gets its own id; JetStream drops messages with an id that it has already stored. */
function toRequest({ storefront_id, run_id, image_id, url, requests }: DueImage) {
  return {
    id: `${run_id}:${image_id}:${requests}`,
    payload: { run_id, image_id, storefront_id, url },
  }
}

/** More than the difference between the clocks of two replicas plus the time that a request is in transit. */
const missedAfterMs = 5_000
/** By then the queue has redelivered by itself what it had delivered to a worker that died. */
const unsettledAfterMs = 30_000
const unclaimedAfterMs = 15 * 60_000

/**
 * Finds requests that were lost because the queue lost its store or because a worker acknowledged one and died, by
 * comparing the queue with the database. Makes their images due again. Returns how many.
 */
export async function requestLostImages({
  database,
  log,
  now,
  queueDepth,
}: Omit<DispatcherOptions, 'publish'>): Promise<number> {
  const time = now()
  const signs = {
    now: time,
    queueDepth: await queueDepth(),
    missedAfterMs,
    unsettledAfterMs,
    unclaimedAfterMs,
  }
  const count = await requestAgain(database, await findLost(database, signs), time)
  if (count > 0) log.warn('lost image requests are made again', { images: count })
  return count
}
