import { types } from 'node:util'
import { codeOf } from '../error-code.ts'
import { ImageError } from '../image-error.ts'

/** An error of fetching from an image host as an `ImageError`. */
export function explainFetchError(error: unknown): ImageError {
  const chain = causes(error)
  const own = chain.find((cause) => cause instanceof ImageError)
  if (own !== undefined) return own
  for (const cause of chain) {
    const explained = explainCode(codeOf(cause), error)
    if (explained !== undefined) return explained
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

function explainCode(code: string, cause: unknown): ImageError | undefined {
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return new ImageError('timeout', 'connect', { cause })
    case 'UND_ERR_HEADERS_TIMEOUT':
      return new ImageError('timeout', 'headers', { cause })
    case 'UND_ERR_BODY_TIMEOUT':
      return new ImageError('timeout', 'idle', { cause })
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return new ImageError('too_large', 'streamed', { cause })
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new ImageError('network_error', 'header_size', { cause })
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return new ImageError('network_error', 'incomplete', { cause })
    case 'ECONNREFUSED':
      return new ImageError('network_error', 'refused', { cause })
    case 'ECONNRESET':
    case 'EPIPE':
      return new ImageError('network_error', 'reset', { cause })
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
      return new ImageError('network_error', 'unreachable', { cause })
    // From the system's own look-up, which only the operator's exceptions use.
    case 'ENOTFOUND':
      return new ImageError('resolution_rejected', 'nxdomain', { cause })
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
      return new ImageError('network_error', 'dns_server', { cause })
    default:
      return isTlsCode(code) ? new ImageError('network_error', 'tls', { cause }) : undefined
  }
}

/** Codes of Node, of OpenSSL, and of OpenSSL's certificate checks. */
function isTlsCode(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA$|HOSTNAME_MISMATCH$)/.test(
    code,
  )
}
