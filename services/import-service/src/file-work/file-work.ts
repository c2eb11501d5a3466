import type { DraftKey } from '../drafts.sql.ts'
import type { PreparedDraft } from '../prepare-draft.ts'
import { HeldBytes } from './held-bytes.ts'
import { receiveFile } from './receive-file.ts'
import type { RunTask } from './tasks.ts'
import { Turns } from './turns.ts'

/** A file on its way to a draft. */
export interface FileWork {
  key: DraftKey
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

export interface FileLimits {
  /** Worked on at a time. */
  places: number
  /** Complete, and waiting for a place. */
  maxWaiting: number
  /** That arrive at a time. */
  maxArriving: number
  /** Of files that arrive or wait. */
  maxBytes: number
}

export function takeFiles(run: RunTask, limits: FileLimits): Files {
  const turns = new Turns(limits)
  const held = new HeldBytes({ maxBytes: limits.maxBytes, maxFiles: limits.maxArriving })
  return {
    async prepareUpload({ key, signal }, body, store) {
      using hold = held.hold(key.storefrontId)
      const bytes = await receiveFile(body, hold)
      const wanted = AbortSignal.any([signal, hold.signal])
      const work = async () => {
        // The worker has them from here on.
        hold[Symbol.dispose]()
        return await store(await run('prepareDraft', { key, bytes }, signal))
      }
      return await turns.take(key.storefrontId, work, wanted)
    },
    prepareStored({ key, signal }, load, store) {
      const work = async () => await store(await run('prepareDraft', { key, bytes: await load() }, signal))
      return turns.take(key.storefrontId, work, signal)
    },
    async reportErrors({ key, signal }, load) {
      const work = async () => await run('reportErrors', { key, bytes: await load() }, signal)
      const { parts } = await turns.take(key.storefrontId, work, signal)
      return parts
    },
  }
}
