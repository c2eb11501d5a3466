import { Turns } from '@catalog/runtime'
import type { TurnLimits } from '@catalog/runtime'
import type { DraftKey } from '../drafts.sql.ts'
import type { PreparedDraft } from '../prepare-draft.ts'
import { busy } from './busy.ts'
import { HeldBytes } from './held-bytes.ts'
import { receiveFile } from './receive-file.ts'
import type { RunTask } from './tasks.ts'

/** A file on its way to a draft. */
export interface FileWork {
  key: DraftKey
  /** How many rows the file has, where that is known. */
  rows?: number
  signal: AbortSignal
}

/** Takes files in and works on them, off the event loop that answers everybody, without one storefront slowing another. */
export interface Files {
  /**
   * Takes the body while it arrives, reads and previews it when it is the storefront's turn. `store` belongs to that turn.
   * @throws ServiceError file_too_large, unavailable, too_complex, and those of `readCsv`
   */
  prepareUpload<Result>(
    work: FileWork,
    body: AsyncIterable<Uint8Array>,
    store: (draft: PreparedDraft) => Promise<Result>,
  ): Promise<Result>
  /** The same with a file that is stored. It is loaded when its turn has come. */
  prepareStored<Result>(
    work: FileWork,
    load: () => Promise<Uint8Array<ArrayBuffer>>,
    store: (draft: PreparedDraft) => Promise<Result>,
  ): Promise<Result>
  /** The stored file's rejected rows as CSV. */
  reportErrors(work: FileWork, load: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array[]>
}

export interface FileLimits extends TurnLimits {
  /** That arrive at a time. */
  maxArriving: number
  /** Of files that arrive or wait. */
  maxBytes: number
}

/** What a file costs whatever its size, and what one of its rows may. */
const leastCost = 50_000
const rowCost = 500

export function takeFiles(run: RunTask, limits: FileLimits): Files {
  const turns = new Turns(limits, busy)
  const held = new HeldBytes({ maxBytes: limits.maxBytes, maxFiles: limits.maxArriving })
  return {
    async prepareUpload({ key, signal }, body, store) {
      using hold = held.hold(key.storefrontId)
      const bytes = await receiveFile(body, hold)
      const wanted = AbortSignal.any([signal, hold.signal])
      return await turns.take(turnOf({ key, signal: wanted }, bytes.length), async () => {
        // The worker has them from here on.
        hold[Symbol.dispose]()
        return await store(await run('prepareDraft', { key, bytes }, signal))
      })
    },
    prepareStored(work, load, store) {
      const { key, signal } = work
      return turns.take(
        turnOf(work),
        async () => await store(await run('prepareDraft', { key, bytes: await load() }, signal)),
      )
    },
    async reportErrors(work, load) {
      const { key, signal } = work
      const { parts } = await turns.take(
        turnOf(work),
        async () => await run('reportErrors', { key, bytes: await load() }, signal),
      )
      return parts
    },
  }
}

function turnOf({ key, rows = 0, signal }: FileWork, bytes = rows * rowCost) {
  return { key: key.storefrontId, cost: leastCost + bytes, signal }
}
