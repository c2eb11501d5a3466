import { partName, splitFile } from '@catalog/reading/split'
import type { FilePart } from '@catalog/reading/split'
import { maxCells, maxFileBytes, maxRows } from '../api/limits.ts'
import { keepBytes, keepSplit } from './parts-store.ts'
import type { Split } from './split.ts'

const limits = { rows: maxRows, bytes: maxFileBytes, cells: maxCells }

interface SplitOptions {
  storefrontId: string
  signal: AbortSignal
  onProgress: (readBytes: number) => void
}

/**
 * Splits a file and stores its parts in this browser.
 * @throws SplitError, errors of the store, an AbortError
 */
export async function splitChosenFile(
  file: File,
  { storefrontId, signal, onProgress }: SplitOptions,
): Promise<Split> {
  const id = crypto.randomUUID()
  const parts: (FilePart & { byteCount: number })[] = []
  for await (const part of splitFile(chunksOf(file, signal, onProgress), limits)) {
    await keepBytes({ storefrontId, id }, part.part, part.bytes)
    parts.push({ ...part, byteCount: part.bytes.length, bytes: new Uint8Array() })
  }
  const split: Split = {
    storefrontId,
    id,
    fileName: file.name,
    createdAt: Date.now(),
    rowCount: parts.reduce((sum, { rows }) => sum + rows, 0),
    parts: parts.map(({ part, rows, byteCount, firstRow, lastRow }) => ({
      number: part,
      fileName: partName(file.name, part),
      rowCount: rows,
      byteCount,
      firstRow,
      lastRow,
      state: { is: 'waiting' },
    })),
    apart: parts.flatMap(({ apart }) => apart).slice(0, maxApart),
    apartCount: parts.reduce((sum, { apartCount }) => sum + apartCount, 0),
  }
  await keepSplit(split)
  return split
}

/** Products that are named, at most. */
const maxApart = 20

/** Not every browser can iterate streams yet. */
async function* chunksOf(
  file: File,
  signal: AbortSignal,
  onProgress: (readBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  let read = 0
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) return
      read += value.length
      onProgress(read)
      yield value
    }
  } finally {
    await reader.cancel()
  }
}
