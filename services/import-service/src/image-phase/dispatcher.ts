import type { Knex } from 'knex'
import { claimLifetimeMs, imageRequested } from '@catalog/contracts'
import type { ImageRequested } from '@catalog/contracts'
import type { Logger } from '@catalog/telemetry'
import type { Database } from '../database.ts'
import {
  findRequested,
  findStorefrontsDue,
  lockOutbox,
  markRequested,
  requestLostAgain,
  takeDueImages,
} from '../outbox.sql.ts'
import type { DueImage, RequestedImages } from '../outbox.sql.ts'
import { inTrace } from './confirm-trace.ts'
import { createLoop } from './loop.ts'
import { shareWindow } from './share-window.ts'
import type { Line } from './share-window.ts'

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
  /** There is something to request, or room in the queue: after a commit, a settlement. */
  wake(): void
  /** The queue is back, and may have lost what it held. */
  resume(): void
}

/**
 * Publishes what is due in `run_images`, the outbox, a window of it at a time: when woken, and by a light loop for images
 * in a pause between attempts. Any number of replicas may do so at once. A row is marked only once its request is stored,
 * so that a crash in between doubles a request and never loses one; claims make the double harmless.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { log, dueEveryMs = 1_000, lostEveryMs = 10_000 } = options
  const turns = createTurns()
  const due = createLoop(
    dueEveryMs,
    () => requestDueImages(options, turns),
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
export interface Turns {
  /** The storefront that had the last turn. */
  after: string
  /** When a storefront last had an image that took long, in milliseconds since 1970. */
  slowAt: Map<string, number>
}

export function createTurns(): Turns {
  return { after: '', slowAt: new Map() }
}

/**
 * Requested and not yet settled at a time, of everyone: enough to keep the workers busy until there are more, and no
 * more, because whoever comes next waits for them.
 */
export const windowImages = 8
/** Less than this is not worth a transaction: the workers have their hands full. */
const leastRoom = 3
/** An image in hand for longer is slow. */
const slowAfterMs = 5_000
/** So long a storefront is taken for slow after it had such an image. */
const slowForMs = 60_000

/** Requests images that are due, as many as the window has room for; answers how many. */
export async function requestDueImages(
  { database, now, publish }: Pick<DispatcherOptions, 'database' | 'now' | 'publish'>,
  turns: Turns = createTurns(),
): Promise<number> {
  // Slow images are noticed while they leave no room; those that follow them may have ended before there is any.
  const requested = await lookAtRequested(database, turns, now())
  if (windowImages - countOf(requested) < leastRoom) return 0
  return await database.transaction(async (transaction) => {
    await lockOutbox(transaction)
    const time = now()
    const images = await chooseImages(transaction, turns, time)
    if (images.length === 0) return 0
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

async function chooseImages(transaction: Knex.Transaction, turns: Turns, now: Date): Promise<DueImage[]> {
  const requested = await lookAtRequested(transaction, turns, now)
  const counts = new Map(requested.map((one) => [one.storefrontId, one.requested]))
  const lines = (await findDue(transaction, turns, now)).map(({ storefrontId, due }): Line => ({
    storefrontId,
    due,
    requested: counts.get(storefrontId) ?? 0,
    isSlow: turns.slowAt.has(storefrontId),
  }))
  if (lines.length === 0) return []
  const { shares, after } = shareWindow(lines, {
    images: windowImages,
    workers: imageRequested.maxAckPending,
    requested: countOf(requested),
    after: turns.after,
  })
  turns.after = after
  return shares.length === 0 ? [] : await takeDueImages(transaction, shares, now)
}

async function lookAtRequested(database: Database, turns: Turns, now: Date): Promise<RequestedImages[]> {
  const time = now.getTime()
  const claimExpiresBefore = new Date(time + claimLifetimeMs - slowAfterMs)
  const requested = await findRequested(database, { claimExpiresBefore })
  for (const { storefrontId, slow } of requested) if (slow > 0) turns.slowAt.set(storefrontId, time)
  for (const [storefrontId, at] of turns.slowAt) if (at < time - slowForMs) turns.slowAt.delete(storefrontId)
  return requested
}

function countOf(requested: readonly RequestedImages[]): number {
  return requested.reduce((sum, one) => sum + one.requested, 0)
}

/** From the last turn's storefront to the end, then from the beginning to it. */
async function findDue(transaction: Knex.Transaction, turns: Turns, now: Date) {
  // Slow ones may have to let others go first.
  const storefronts = windowImages + turns.slowAt.size
  const search = { now, storefronts, images: windowImages }
  const ahead = await findStorefrontsDue(transaction, { ...search, after: turns.after, upTo: greatestId })
  if (turns.after === '' || ahead.length >= storefronts) return ahead
  const behind = await findStorefrontsDue(transaction, { ...search, after: '', upTo: turns.after })
  return [...ahead, ...behind]
}

/** No storefront's id comes after it. */
const greatestId = '~'

/** The id moves with each request that is meant anew; JetStream drops repeats of the same one. */
function toRequest({ storefront_id, run_id, image_id, url, requests }: DueImage) {
  return {
    id: `${run_id}:${image_id}:${requests}`,
    payload: { run_id, image_id, storefront_id, url },
  }
}

/** More than the clocks of two replicas differ. */
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
  const count = await requestLostAgain(database, {
    now: time,
    queueDepth: await queueDepth(),
    missedAfterMs,
    unsettledAfterMs,
    unclaimedAfterMs,
  })
  if (count > 0) log.warn('lost image requests are made again', { images: count })
  return count
}
