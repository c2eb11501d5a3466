import { fileTooLarge, maxFileBytes } from '@catalog/contracts'
import type { Choice, Mapping } from '@catalog/contracts'

export interface FileInfo {
  /** Null if none was sent. */
  name: string | null
  /** The caller's mapping of the columns; known once the body has ended. */
  mapping: () => Mapping | null
  /** What of the file the caller imports; known as late. */
  choice: () => Choice | null
}

/** Receives a file's bytes as they arrive. */
export type TakeFile<T> = (body: AsyncIterable<Buffer>, file: FileInfo) => Promise<T>

/**
 * Passes the bytes on.
 * @throws ServiceError `file_too_large` as soon as there are too many (INV-18)
 */
export async function* capFile(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxFileBytes) throw fileTooLarge()
    yield chunk
  }
}
