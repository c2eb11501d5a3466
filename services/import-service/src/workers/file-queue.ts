import { FairQueue } from '@catalog/runtime'
import type { FairQueueLimits } from '@catalog/runtime'
import type { DraftKey } from '../drafts/drafts.sql.ts'
import type { StoredDraft } from '../drafts/store-draft.ts'
import { busy } from './busy.ts'
import { HeldBytes } from './held-bytes.ts'
import { receiveFile } from './receive-file.ts'
import type { RunTask } from './tasks.ts'

/** A file on its way to a draft. */
export interface FileTask {
  key: DraftKey
  /** How many rows the file has, where that is known. */
  rows?: number
  signal: AbortSignal
}

/** Whose hour counts from when its reading began. */
export interface DraftTask extends FileTask {
  now: () => Date
}

/** Takes files in and works on them, off the event loop that serves requests, queued fairly by storefront. */
export interface FileQueue {
  /**
   * Takes the body while it arrives; reads and previews it, and stores its draft, once the fair queue has a slot for it.
   * @throws ServiceError file_too_large, unavailable, too_complex, and what `storeDraft` throws of a file
   */
  storeUpload(work: DraftTask, body: AsyncIterable<Uint8Array>): Promise<StoredDraft>
  /** The same with a stored file, which is loaded once a slot is free. */
  storeAgain(work: DraftTask, load: () => Promise<Uint8Array<ArrayBuffer>>): Promise<StoredDraft>
  /** The stored file's rejected rows as CSV. */
  reportErrors(work: FileTask, load: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array[]>
}

export interface FileQueueLimits extends FairQueueLimits {
  /** Uploads that arrive at a time. */
  maxArriving: number
  /** Of all files that arrive or wait. */
  maxBytes: number
}

/** What a file costs whatever its size, and what one of its rows may. */
const leastCost = 50_000
const rowCost = 500

export function createFileQueue(run: RunTask, limits: FileQueueLimits): FileQueue {
  const queue = new FairQueue(limits, busy)
  const held = new HeldBytes({ maxBytes: limits.maxBytes, maxFiles: limits.maxArriving })
  return {
    async storeUpload({ key, signal, now }, body) {
      using hold = held.hold(key.storefrontId)
      const bytes = await receiveFile(body, hold)
      const wanted = AbortSignal.any([signal, hold.signal])
      return await queue.run(toTask({ key, signal: wanted }, bytes.length), async () => {
        // The worker has them from here on.
        hold[Symbol.dispose]()
        return await run('storeDraft', key, { bytes, createdAt: now(), isRecheck: false }, signal)
      })
    },
    storeAgain(work, load) {
      const { key, signal, now } = work
      return queue.run(toTask(work), async () => {
        const bytes = await load()
        return await run('storeDraft', key, { bytes, createdAt: now(), isRecheck: true }, signal)
      })
    },
    async reportErrors(work, load) {
      const { key, signal } = work
      const { parts } = await queue.run(
        toTask(work),
        async () => await run('reportErrors', key, { bytes: await load() }, signal),
      )
      return parts
    },
  }
}

function toTask({ key, rows = 0, signal }: FileTask, bytes = rows * rowCost) {
  return { key: key.storefrontId, cost: leastCost + bytes, signal }
}
