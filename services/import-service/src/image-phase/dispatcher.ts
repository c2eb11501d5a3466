import type { ImageRequested } from '@catalog/contracts'
import type { Logger } from '@catalog/telemetry'
import type { Database } from '../database.ts'
import { findStorefrontsDue, markRequested, requestLostAgain, takeDueImages } from '../outbox.sql.ts'
import type { DueImage } from '../outbox.sql.ts'
import { inTrace } from './confirm-trace.ts'
import { createLoop } from './loop.ts'

export interface DispatcherOptions {
  database: Database
  log: Logger
  now: () => Date
  /** Stores requests in the queue; resolves once all are there. */
  publish: (requests: { id: string; payload: ImageRequested }[]) => Promise<void>
  /** How many requests the queue holds, those being worked on among them. */
  queueDepth: () => Promise<number>
  /** Between two looks for images whose pause is over. */
  dueEveryMs?: number
  /** Between two looks for images whose request seems to be lost. */
  lostEveryMs?: number
}

export interface Dispatcher extends AsyncDisposable {
  /** There is something to request: right after a commit, after a reconnect. */
  wake(): void
}

/**
 * Publishes what is due in `run_images`, the outbox: when woken, and by a light loop for images in a pause between
 * attempts. Any number of replicas may do so at once. A row is marked only once its request is stored, so that a crash
 * in between doubles a request and never loses one; claims make the double harmless.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { log, dueEveryMs = 1_000, lostEveryMs = 30_000 } = options
  const due = createLoop(
    dueEveryMs,
    () => requestDueImages(options),
    (error) => log.warn('images could not be requested, will be tried again', { error }),
  )
  const lost = createLoop(
    lostEveryMs,
    () => requestLostImages(options),
    (error) => log.warn('lost image requests could not be looked for, will be tried again', { error }),
  )
  return {
    wake: () => due.wake(),
    async [Symbol.asyncDispose]() {
      await Promise.all([due[Symbol.asyncDispose](), lost[Symbol.asyncDispose]()])
    },
  }
}

/** Requests every image that is due; answers how many. */
export async function requestDueImages(options: Omit<DispatcherOptions, 'queueDepth'>): Promise<number> {
  let requested = 0
  for (const storefrontId of await findStorefrontsDue(options.database, options.now())) {
    for (;;) {
      const count = await requestBlock(options, storefrontId)
      requested += count
      if (count < imagesPerBlock) break
    }
  }
  return requested
}

/** As many as are published at once: the rows are locked meanwhile. */
const imagesPerBlock = 256

async function requestBlock(
  { database, now, publish }: Omit<DispatcherOptions, 'queueDepth'>,
  storefrontId: string,
): Promise<number> {
  return await database.transaction(async (transaction) => {
    const images = await takeDueImages(transaction, storefrontId, { now: now(), limit: imagesPerBlock })
    if (images.length === 0) return 0
    for (const [traceparent, ofOneConfirm] of Map.groupBy(images, (image) => image.traceparent)) {
      await inTrace(traceparent, () => publish(ofOneConfirm.map((image) => toRequest(storefrontId, image))))
    }
    await markRequested(transaction, storefrontId, images, now())
    return images.length
  })
}

/** The id moves with each request that is meant anew; JetStream drops repeats of the same one. */
function toRequest(storefrontId: string, { run_id, image_id, url, requests }: DueImage) {
  return {
    id: `${run_id}:${image_id}:${requests}`,
    payload: { run_id, image_id, storefront_id: storefrontId, url },
  }
}

/** By then the queue has delivered again on its own what it delivered to a worker that is gone. */
const graceMs = 30_000
const unclaimedAfterMs = 15 * 60_000

/** A queue that lost its store, a worker that acknowledged and died: the rows know better. */
export async function requestLostImages({
  database,
  log,
  now,
  queueDepth,
}: Omit<DispatcherOptions, 'publish'>): Promise<void> {
  const isQueueEmpty = (await queueDepth()) === 0
  const time = now()
  const before = new Date(time.getTime() - graceMs)
  const count = await requestLostAgain(database, { now: time, before, isQueueEmpty, unclaimedAfterMs })
  if (count > 0) log.warn('lost image requests are made again', { images: count })
}
