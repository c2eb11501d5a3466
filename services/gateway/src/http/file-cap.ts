import { fileTooLarge, maxFileBytes } from '@catalog/contracts'

/** Takes a file's bytes as they arrive, and its name where one was sent. */
export type TakeFile<T> = (body: AsyncIterable<Buffer>, name: string | null) => Promise<T>

/** The bytes. @throws ServiceError `file_too_large` as soon as there are too many (INV-18) */
export async function* capFile(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxFileBytes) throw fileTooLarge()
    yield chunk
  }
}
