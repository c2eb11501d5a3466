import { send } from './client.ts'
import { brokenOff } from './problem.ts'

export interface Download {
  blob: Blob
  /** As the service calls it. */
  name: string
  headers: Headers
}

export interface DownloadOptions {
  signal: AbortSignal
  onProgress?: (receivedBytes: number) => void
}

/**
 * Fetches a file with the session's token, whole: an aborted download is an error and never a shorter file.
 * @throws ApiError, or an AbortError where `signal` says so
 */
export async function downloadFile(path: string, { signal, onProgress }: DownloadOptions): Promise<Download> {
  const response = await send(new Request(path, { signal }))
  const { headers } = response
  const parts: BlobPart[] = []
  let received = 0
  try {
    for await (const part of readParts(response)) {
      parts.push(part)
      received += part.length
      onProgress?.(received)
    }
  } catch (error) {
    throw signal.aborted ? error : brokenOff()
  }
  const blob = new Blob(parts, { type: headers.get('Content-Type') ?? 'text/csv' })
  return { blob, name: fileNameOf(headers.get('Content-Disposition')) ?? 'catalog.csv', headers }
}

/** Hands a file to the browser's own downloads. */
export function saveFile({ blob, name }: Pick<Download, 'blob' | 'name'>): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by then; until it is revoked, it stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Streams cannot be iterated everywhere yet. */
async function* readParts({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || value === undefined) return
    yield value
  }
}

function fileNameOf(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? '')?.[1]
}
