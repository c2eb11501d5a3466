import { ServiceError } from '@catalog/contracts'
import type { CellEdit, Choice } from '@catalog/contracts'
import { FairQueue } from '@catalog/runtime'
import type { FairQueueLimits } from '@catalog/runtime'
import { beginsWorkbook, maxUnpackedBytes, tooManyRows, unpackedSize } from '@catalog/reading'
import type { DraftKey } from '../drafts/draft-columns.ts'
import type { DraftMapping, DraftSource } from '../drafts/draft-columns.ts'
import { fingerprintOf } from '../drafts/repeated-upload.ts'
import type { SentColumns } from '../drafts/repeated-upload.ts'
import type { FormerDraft, StoredDraft } from '../drafts/store-draft.ts'
import type { RunKey } from '../runs/runs.sql.ts'
import { ArrivalRate, paced } from './arrival-rate.ts'
import type { ArrivalLimits } from './arrival-rate.ts'
import { busy, HeldBytes } from './held-bytes.ts'
import { NotSmall } from './limit-time.ts'
import { arriving, receiveFile } from './receive-file.ts'
import type { RunTask } from './tasks.ts'

/** A task on a file, or on everything that a run has written. */
export interface FileTask<Key extends { storefrontId: string } = DraftKey> {
  key: Key
  /** The number of rows in the file, if known. */
  rows?: number
  signal: AbortSignal
}

/** Its draft's hour begins when reading began. */
export interface DraftTask extends FileTask {
  source: DraftSource
  /** The key with which the upload may be repeated. */
  idempotencyKey?: string | null
  now: () => Date
}

/** Receives files and processes them in worker threads, queued fairly by storefront. */
export interface FileQueue {
  /**
   * Receives the body as it arrives. Once the fair queue has a slot for it, reads and previews it and stores its draft.
   * @throws ServiceError file_too_large, unavailable, too_complex, and what `storeDraft` throws for a file
   */
  storeUpload(
    work: DraftTask & { columns: () => SentColumns },
    body: AsyncIterable<Uint8Array>,
  ): Promise<StoredDraft>
  /**
   * A digest of a body that is uploaded again, and of its mapping and choice, which arrive within the same limits.
   * @throws ServiceError file_too_large, unavailable
   */
  digest(storefrontId: string, body: AsyncIterable<Uint8Array>, columns: () => SentColumns): Promise<string>
  /** Reads and previews a stored file again, which is loaded with its edits once a slot is free. */
  storeAgain(
    work: DraftTask & { mapping: DraftMapping | null; choice: Choice | null; replaces: FormerDraft },
    load: () => Promise<{ bytes: Uint8Array<ArrayBuffer>; edits: readonly CellEdit[] }>,
  ): Promise<StoredDraft>
  /** Stores the draft that would undo the run `source.undoes`. */
  storeUndo(work: DraftTask & { choice: Choice | null; replaces: FormerDraft | null }): Promise<StoredDraft>
  /** Every change of the run as CSV, compressed. */
  writeChanges(work: FileTask<RunKey>): Promise<Uint8Array>
}

export interface FileQueueLimits extends FairQueueLimits {
  /** Uploads that may arrive at a time. */
  maxArriving: number
  /** Bytes of all files that arrive or wait. */
  maxBytes: number
  /** How fast uploads may arrive. */
  arrival: ArrivalLimits
}

/** The cost of a file regardless of its size, and the most that each of its rows costs. */
const leastCost = 50_000
const rowCost = 500

export function createFileQueue(run: RunTask, limits: FileQueueLimits): FileQueue {
  const queue = new FairQueue(limits, busy)
  const rate = new ArrivalRate(limits.arrival)
  const held = new HeldBytes({ maxBytes: limits.maxBytes, maxFiles: limits.maxArriving })
  const { largeCost = Infinity } = limits

  /** Begins a task that turns out not to be small once more as a large one, for which no small one waits. */
  async function process<Result>(
    task: { key: string; cost: number; signal: AbortSignal },
    begin: (options: { isLarge: boolean }) => Promise<Result>,
  ): Promise<Result> {
    const askedAt = performance.now()
    try {
      return await queue.run(task, (isLarge) => begin({ isLarge }))
    } catch (error) {
      if (!(error instanceof NotSmall)) throw error
      const cost = largeCost + 1
      const waitMs = Math.max(limits.waitMs - (performance.now() - askedAt), 0)
      return await queue.run({ ...task, cost, waitMs }, () => begin({ isLarge: true }))
    }
  }

  return {
    async storeUpload({ key, source, columns, idempotencyKey = null, signal, now }, body) {
      using hold = held.hold(key.storefrontId)
      const { bytes, rowCount } = await receiveFile(paced(body, rate.begin()), hold)
      const wanted = AbortSignal.any([signal, hold.signal])
      const task = toTask({ key, signal: wanted }, await workOf(bytes, largeCost))
      const stored = process(task, async (options) => {
        // The worker owns the bytes that it gets; those of a small file may be needed again.
        if (options.isLarge) hold[Symbol.dispose]()
        const sent = options.isLarge ? bytes : bytes.slice()
        const terms = { source, idempotencyKey, createdAt: now(), replaces: null }
        const input = { key, bytes: sent, columns: { ...columns(), used: null }, ...terms }
        return await run('storeDraft', input, signal, options)
      })
      return await stored.catch((error: unknown) => {
        throw isTooLong(error) ? tooManyRows(rowCount) : error
      })
    },
    async digest(storefrontId, body, columns) {
      using hold = held.hold(storefrontId)
      return await fingerprintOf(arriving(paced(body, rate.begin()), hold), columns)
    },
    storeAgain(work, load) {
      const { key, source, mapping, choice, replaces, signal, now } = work
      return process(toTask(work), async (options) => {
        const { bytes, edits } = await load()
        const { cost } = toTask(work, await workOf(bytes, largeCost))
        if (!options.isLarge && cost > largeCost) throw new NotSmall()
        const terms = { source, createdAt: now(), replaces }
        const columns = { sent: null, used: mapping, choice, edits }
        return await run('storeDraft', { key, bytes, columns, ...terms }, signal, options)
      })
    },
    async storeUndo(work) {
      const { key, source, choice, replaces, signal, now } = work
      return await process(
        toTask(work),
        async (options) =>
          await run('storeUndo', { key, source, choice, createdAt: now(), replaces }, signal, options),
      )
    },
    async writeChanges(work) {
      const { key, signal } = work
      const { csv } = await process(
        toTask(work),
        async (options) => await run('writeChanges', { key }, signal, options),
      )
      return csv
    },
  }
}

/** Bytes that a cell costs, which may itself be empty. */
const cellCost = 10
const isSeparator = new Uint8Array(256)
for (const separator of Buffer.from(',;\t|')) isSeparator[separator] = 1

/** The cost in bytes of text: a small workbook may unpack to a large one, and a small CSV may have many cells. */
async function workOf(file: Uint8Array, largeCost: number): Promise<number> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (beginsWorkbook(bytes))
    return Math.min((await unpackedSize(bytes)) ?? maxUnpackedBytes, maxUnpackedBytes)
  if (bytes.length > largeCost) return bytes.length
  let separators = 0
  // Three times as fast as `for … of`.
  for (let at = 0; at < bytes.length; at += 1) separators += isSeparator[bytes[at] ?? 0] ?? 0
  return Math.max(bytes.length, separators * cellCost)
}

function isTooLong(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'too_many_rows'
}

function toTask({ key, rows = 0, signal }: FileTask<{ storefrontId: string }>, bytes = rows * rowCost) {
  return { key: key.storefrontId, cost: leastCost + bytes, signal }
}
