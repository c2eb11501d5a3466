import type { Choice, Draft, MappingRequest } from '@catalog/contracts'
import { basePath } from '../installation.ts'
import { authorization, endSessionOn } from './client.ts'
import { brokenOff, errorOfAnswer, unreachable } from './problem.ts'

export interface UploadOptions {
  signal: AbortSignal
  /** Called with the bytes sent so far; after the last call, with all of them, the answer is awaited. */
  onProgress: (sentBytes: number) => void
  /** The mapping of its columns; `{}` asks about them even if a mapping is remembered. */
  mapping?: MappingRequest | undefined
  /** What of it is imported; undefined: as remembered, otherwise all. */
  choice?: Choice | undefined
}

/**
 * Uploads a catalog CSV under its name. Uses XMLHttpRequest, because `fetch` reports no progress of an upload.
 * @throws ApiError, or an AbortError if `signal` is aborted
 */
export function uploadFile(
  file: File,
  { signal, onProgress, mapping, choice }: UploadOptions,
): Promise<Draft> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    request.addEventListener('error', () => reject(unreachable()))
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)))
    request.upload.addEventListener('load', () => onProgress(file.size))
    request.addEventListener('load', () => {
      try {
        resolve(readAnswer(request))
      } catch (error) {
        reject(error instanceof Error ? error : brokenOff())
      }
    })

    request.open('POST', `${basePath}/api/products/imports`)
    const signed = authorization()
    if (signed !== null) request.setRequestHeader('Authorization', signed)
    const form = new FormData()
    if (mapping !== undefined) form.append('mapping', JSON.stringify(mapping))
    if (choice !== undefined) form.append('choice', JSON.stringify(choice))
    form.append('file', file)
    request.send(form)
  })
}

function readAnswer(request: XMLHttpRequest): Draft {
  if (request.status !== 201) {
    const error = errorOfAnswer(request.status, request.responseText, (name) =>
      request.getResponseHeader(name),
    )
    endSessionOn(error)
    throw error
  }
  try {
    return JSON.parse(request.responseText)
  } catch {
    throw brokenOff()
  }
}
