import { maxFileBytes, ServiceError } from '@catalog/contracts'

/** Takes a file's bytes as they arrive. */
export type TakeFile<T> = (body: AsyncIterable<Buffer>) => Promise<T>

/** The bytes, until there are more of them than a file may have (INV-18). */
export async function* capFile(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > maxFileBytes) throw fileTooLarge()
    yield chunk
  }
}

export function fileTooLarge(): ServiceError {
  return new ServiceError(
    'file_too_large',
    `The file is larger than ${maxFileBytes / 1024 / 1024} MB. Split it into smaller files.`,
  )
}
