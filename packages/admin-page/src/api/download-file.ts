import { basePath } from '../installation.ts'
import { send } from './client.ts'
import { brokenOff } from './problem.ts'
import { readStream } from './read-stream.ts'

interface Download {
  blob: Blob
  /** The name that the service gives it. */
  name: string
  headers: Headers
}

/**
 * Fetches a whole file with the session's token: an aborted download is an error, never a shorter file.
 * @throws ApiError, or an AbortError if `signal` is aborted
 */
export async function downloadFile(
  path: string,
  signal: AbortSignal,
  onProgress: (receivedBytes: number) => void,
): Promise<Download> {
  const response = await send(new Request(basePath + path, { signal }))
  const { headers, body } = response
  const parts: BlobPart[] = []
  try {
    if (body) for await (const part of readStream(body, signal, onProgress)) parts.push(part)
  } catch (error) {
    throw signal.aborted ? error : brokenOff()
  }
  const blob = new Blob(parts, { type: headers.get('Content-Type') ?? 'text/csv' })
  return { blob, name: fileNameOf(headers.get('Content-Disposition')) ?? 'catalog.csv', headers }
}

/** Saves a file through the browser's downloads. */
export function saveFile({ blob, name }: Pick<Download, 'blob' | 'name'>): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then the browser has opened it; it stays in memory until it is revoked.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function fileNameOf(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1]
}
