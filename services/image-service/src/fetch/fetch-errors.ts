import { types } from 'node:util'
import type { Reason } from '@catalog/contracts'
import { codeOf } from '../error-code.ts'
import { ImageError } from '../image-error.ts'
import type { Details } from '../image-error.ts'

/** An error of fetching from an image host as an `ImageError`. */
export function explainFetchError(error: unknown): ImageError {
  const chain = causes(error)
  const own = chain.find((cause) => cause instanceof ImageError)
  if (own !== undefined) return own
  for (const cause of chain) {
    const code = codeOf(cause)
    const explanation = explanations.get(code)
    if (explanation !== undefined) {
      const [reason, detail] = explanation
      return new ImageError(reason, detail, { cause: error })
    }
    if (isTlsCode(code)) return new ImageError('network_error', 'tls', { cause: error })
  }
  return new ImageError('network_error', 'protocol', { cause: error })
}

/** The error, its causes, and the errors that it aggregates (one for each address tried), outermost first. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  const waiting = [error]
  while (waiting.length > 0 && found.length < 20) {
    const next = waiting.shift()
    if (!types.isNativeError(next)) continue
    found.push(next)
    if ('errors' in next && Array.isArray(next.errors)) waiting.push(...next.errors)
    waiting.push(next.cause)
  }
  return found
}

/** A reason, and a detail of that reason. */
type Explanation = { [R in Reason]: readonly [reason: R, detail: Details[R]] }[Reason]

const explanations = new Map<string, Explanation>([
  ['UND_ERR_CONNECT_TIMEOUT', ['timeout', 'connect']],
  ['ETIMEDOUT', ['timeout', 'connect']],
  ['UND_ERR_HEADERS_TIMEOUT', ['timeout', 'headers']],
  ['UND_ERR_BODY_TIMEOUT', ['timeout', 'idle']],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', ['too_large', 'streamed']],
  ['UND_ERR_HEADERS_OVERFLOW', ['network_error', 'header_size']],
  ['UND_ERR_SOCKET', ['network_error', 'incomplete']],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', ['network_error', 'incomplete']],
  ['ECONNREFUSED', ['network_error', 'refused']],
  ['ECONNRESET', ['network_error', 'reset']],
  ['EPIPE', ['network_error', 'reset']],
  ['EHOSTUNREACH', ['network_error', 'unreachable']],
  ['ENETUNREACH', ['network_error', 'unreachable']],
  ['EADDRNOTAVAIL', ['network_error', 'unreachable']],
  ['EACCES', ['network_error', 'unreachable']],
  ['EPERM', ['network_error', 'unreachable']],
  // From the system's own look-up, which only the operator's exceptions use.
  ['ENOTFOUND', ['resolution_rejected', 'nxdomain']],
  ['EAI_AGAIN', ['network_error', 'dns_server']],
  ['EAI_FAIL', ['network_error', 'dns_server']],
])

/** Codes of Node, of OpenSSL, and of OpenSSL's certificate checks. */
function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA$|HOSTNAME_MISMATCH$)/.test(
    code,
  )
}
