import type { ImageRequested } from '@catalog/contracts'
import type { Logger } from '@catalog/telemetry'
import type { Database } from '../postgres/database.ts'
import { findLost, requestAgain } from './lost-requests.sql.ts'
import {
  countRequested,
  findDueStorefronts,
  findImagesToRequest,
  lockOutbox,
  markRequested,
} from './outbox.sql.ts'
import type { DueImage } from './outbox.sql.ts'
import { inTrace } from '../runs/confirm-trace.ts'
import { findQueues, noneServed, windowImages } from './find-queues.ts'
import { createLoop } from '../loop.ts'
import { assignQuotas } from './assign-quotas.ts'
import type { LastServed } from './assign-quotas.ts'

export interface DispatcherOptions {
  database: Database
  log: Logger
  now: () => Date
  /** Stores requests in the queue; resolves once all are there. */
  publish: (requests: { id: string; payload: ImageRequested }[]) => Promise<void>
  /** How many requests the queue holds, those being worked on among them; 0 where it was lost. */
  queueDepth: () => Promise<number>
  /** Between two looks for images whose pause is over. */
  dueEveryMs?: number
  /** Between two looks for images whose request seems to be lost. */
  lostEveryMs?: number
}

export interface Dispatcher extends AsyncDisposable {
  /** Call when there may be something to request, or room in the window: after a commit, a settlement. */
  wake(): void
  /** Call when NATS has reconnected; it may have lost what it held. */
  resume(): void
}

/**
 * Publishes what is due in `run_images`, the outbox, a window of it at a time: when woken, and by a light loop for images
 * in a pause between attempts. Any number of replicas may do so at once. A row is marked only once its request is stored,
 * so that a crash in between doubles a request and never loses one; claims make the double harmless.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { log, dueEveryMs = 1_000, lostEveryMs = 10_000 } = options
  const memory = createMemory()
  const due = createLoop(
    dueEveryMs,
    () => requestDueImages(options, memory),
    (error) => log.warn('images could not be requested, will be tried again', { error }),
  )
  const lost = createLoop(
    lostEveryMs,
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

/** What a replica remembers from one filling of the queue to the next. */
export interface Memory {
  after: LastServed
}

export function createMemory(): Memory {
  return { after: noneServed }
}

/** Less than this is not worth a transaction: the workers have their hands full. */
const leastRoom = 3

/** Requests images that are due, as many as the window has room for; answers how many. */
export async function requestDueImages(
  { database, now, publish }: Pick<DispatcherOptions, 'database' | 'now' | 'publish'>,
  memory: Memory = createMemory(),
): Promise<number> {
  const requested = await countRequested(database)
  if (windowImages - requested < leastRoom) return 0
  const assign = async (at: Database) =>
    assignQuotas(await findQueues(at, now(), memory.after), { images: windowImages, after: memory.after })
  // Most looks end here, whatever the number of storefronts whose images are in a pause.
  if ((await findDueStorefronts(database, now()))?.size === 0) return 0
  // A lock is written to the disk, so it is not taken where there is nothing to do.
  const first = await assign(database)
  if (first.quotas.length === 0) return 0
  return await database.transaction(async (transaction) => {
    await lockOutbox(transaction)
    const wasFaster = (await countRequested(transaction)) > requested
    const { quotas, after } = wasFaster ? await assign(transaction) : first
    memory.after = after
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

/** Each new request has an id of its own; JetStream drops repeats of the same one. */
function toRequest({ storefront_id, run_id, image_id, url, requests }: DueImage) {
  return {
    id: `${run_id}:${image_id}:${requests}`,
    payload: { run_id, image_id, storefront_id, url },
  }
}

/** More than the times of two replicas differ, and a request is under way. */
const missedAfterMs = 5_000
/** By then the queue has delivered again on its own what it delivered to a worker that is gone. */
const unsettledAfterMs = 30_000
const unclaimedAfterMs = 15 * 60_000

/**
 * A queue that lost its store, a worker that acknowledged and died: the rows know better. Answers how many images are to
 * be requested again.
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
