import { isWorkbook, partName, splitFile } from '@catalog/reading/split'
import type { FilePart } from '@catalog/reading/split'
import { maxCells, maxFileBytes, maxRows } from '../api/limits.ts'
import { readStream } from '../api/read-stream.ts'
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
  for await (const part of splitFile(await rowsOf(file, signal, onProgress), limits)) {
    signal.throwIfAborted()
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

async function rowsOf(
  file: File,
  signal: AbortSignal,
  onProgress: SplitOptions['onProgress'],
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = readStream(file.stream(), signal, onProgress)
  if (!isWorkbook(new Uint8Array(await file.slice(0, 2).arrayBuffer()))) return chunks
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of chunks) pieces.push(piece)
  const { workbookCsv } = await import('@catalog/reading/split/workbook')
  return workbookCsv(new Uint8Array(await new Blob(pieces).arrayBuffer()))
}

/** Products that are named, at most. */
const maxApart = 20
