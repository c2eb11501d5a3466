import { ServiceError } from '@catalog/contracts'
import { SpoolFile } from './spool-file.ts'
import type { Place } from './spool-file.ts'

/** A storefront's chunks, read before they are requested. `return()` frees them and the source at once. */
export type ReadAhead = (
  storefrontId: string,
  chunks: AsyncIterableIterator<Uint8Array>,
) => AsyncIterableIterator<Uint8Array>

export interface ReadAheadLimits {
  /** Bytes in memory, of all sources; each may always have one chunk. */
  memoryBytes: number
  /** Bytes of all sources' files. A storefront's files grow only while more is free than they occupy. */
  diskBytes: number
  /** How long in all a source waits for its reader before it makes way for others, in milliseconds. */
  patienceMs: number
}

export interface ReadAheadContext {
  /** An existing folder for the files. */
  folder: string
  /** Whether somebody waits for what a source occupies. */
  isAnyoneKeptOut: () => boolean
}

/** The reader took too little while others waited. */
export class ReaderTooSlow extends ServiceError {
  constructor() {
    super(
      'unavailable',
      'The export was read too slowly while others waited. Try again with a faster connection.',
    )
  }
}

interface Source {
  storefrontId: string
  /** Bytes in memory. */
  memory: number
  file: SpoolFile
}

/** A reader that keeps up is no further behind; bytes beyond this go to the file. */
const usualBytes = 1024 * 1024
/** How often a source that waits looks for room, in milliseconds. */
const lookMs = 250

/**
 * Reads sources to their end as fast as possible, independent of their readers, and keeps unread chunks, most of them
 * in files: a slow reader then occupies some of the disk, and not the source's connection. At the limits, a source waits
 * for its reader; if others are kept out meanwhile, it ends with ReaderTooSlow.
 */
export function readAheadWithin(
  { memoryBytes, diskBytes, patienceMs }: ReadAheadLimits,
  { folder, isAnyoneKeptOut }: ReadAheadContext,
): ReadAhead {
  const sources = new Set<Source>()

  const sum = (of: (source: Source) => number) =>
    [...sources].reduce((total, source) => total + of(source), 0)
  const hasMemory = ({ memory }: Source) =>
    memory === 0 || (memory < usualBytes && sum((source) => source.memory) < memoryBytes)
  const hasDisk = ({ storefrontId, file }: Source) => {
    // A file of which all was taken begins again.
    const sizeOf = (each: SpoolFile) => (each === file && file.isEmpty ? 0 : each.size)
    const free = diskBytes - sum((source) => sizeOf(source.file))
    return sum((source) => (source.storefrontId === storefrontId ? sizeOf(source.file) : 0)) < free
  }

  return (storefrontId, chunks) => {
    const kept: (Uint8Array | Place)[] = []
    const source: Source = { storefrontId, memory: 0, file: new SpoolFile(folder) }
    sources.add(source)
    const state: { end?: { error?: unknown }; isLeft: boolean } = { isLeft: false }
    let waitedMs = 0
    let changed = Promise.withResolvers<void>()

    const notify = () => {
      changed.resolve()
      changed = Promise.withResolvers()
    }
    const free = async () => {
      state.isLeft = true
      kept.length = 0
      source.memory = 0
      notify()
      await source.file.close()
      sources.delete(source)
    }

    async function keep(chunk: Uint8Array): Promise<void> {
      while (!state.isLeft) {
        if (hasMemory(source)) {
          source.memory += chunk.length
          kept.push(chunk)
          return
        }
        if (hasDisk(source)) {
          kept.push(await source.file.append(chunk))
          return
        }
        if (waitedMs >= patienceMs && isAnyoneKeptOut()) throw new ReaderTooSlow()
        const beganAt = performance.now()
        await Promise.race([changed.promise, after(lookMs)])
        waitedMs += performance.now() - beganAt
      }
    }

    async function read(): Promise<void> {
      for await (const chunk of chunks) {
        await keep(chunk)
        if (state.isLeft) return
        notify()
      }
    }

    void read()
      .then(
        () => (state.end ??= {}),
        async (error: unknown) => {
          state.end ??= { error }
          if (error instanceof ReaderTooSlow) await free()
        },
      )
      .finally(notify)

    return {
      [Symbol.asyncIterator]() {
        return this
      },
      async next() {
        while (kept.length === 0 && state.end === undefined) await changed.promise
        const next = kept.shift()
        if (next !== undefined) {
          const chunk = next instanceof Uint8Array ? next : await source.file.take(next)
          if (next instanceof Uint8Array) source.memory -= next.length
          notify()
          return { done: false, value: chunk }
        }
        await source.file.close()
        sources.delete(source)
        if (state.end !== undefined && 'error' in state.end) throw state.end.error
        return { done: true, value: undefined }
      },
      async return() {
        state.end ??= {}
        await free()
        await chunks.return?.()
        return { done: true, value: undefined }
      },
    }
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
