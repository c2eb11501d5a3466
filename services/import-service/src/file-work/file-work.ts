import type { DraftKey } from '../drafts.sql.ts'
import type { PreparedDraft } from '../prepare-draft.ts'
import { HeldBytes } from './held-bytes.ts'
import { receiveFile } from './receive-file.ts'
import { Turns } from './turns.ts'
import type { Workers } from './workers.ts'

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

export function takeFiles(workers: Pick<Workers, 'prepare'>, limits: FileLimits): Files {
  const turns = new Turns(limits)
  const held = new HeldBytes({ maxBytes: limits.maxBytes, maxFiles: limits.maxArriving })
  return {
    async prepareUpload({ key, signal }, body, store) {
      using hold = held.hold(key.storefrontId)
      const bytes = await receiveFile(body, hold)
      const wanted = AbortSignal.any([signal, hold.signal])
      return await turns.take(
        key.storefrontId,
        async () => {
          hold[Symbol.dispose]()
          return await store(await workers.prepare(key, bytes, signal))
        },
        wanted,
      )
    },
    prepareStored: ({ key, signal }, load, store) =>
      turns.take(
        key.storefrontId,
        async () => await store(await workers.prepare(key, await load(), signal)),
        signal,
      ),
  }
}
