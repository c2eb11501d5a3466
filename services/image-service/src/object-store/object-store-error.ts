import { codeOf } from '../error-code.ts'

/**
 * The object store gave no usable answer. Contains a code and nothing else of the cause: a client's error has the
 * request with its token, and the names of bucket and object. Codes: `http_<status>`, `timeout` (no answer in time),
 * `incomplete` (a body that was aborted or differs from what was stored), `contended` (others keep writing the same
 * key), `no_identity` (the host gives no token), otherwise Node's code of the connection's error, or `unknown`.
 */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError'
  readonly code: string

  constructor(code: string) {
    super(`the object store gave no usable answer: ${code}`)
    this.code = code
  }

  /** Another attempt may succeed. */
  get isTransient(): boolean {
    const status = Number(/^http_(\d+)$/.exec(this.code)?.[1] ?? 0)
    return status === 0 || status === 408 || status === 429 || status >= 500
  }
}

export function toObjectStoreError(error: unknown): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error
  const code = codeOf(error)
  if (/^\d{3}$/.test(code)) return new ObjectStoreError(`http_${code}`)
  return new ObjectStoreError(/^[A-Z][A-Z0-9_]*$/.test(code) ? code : 'unknown')
}
