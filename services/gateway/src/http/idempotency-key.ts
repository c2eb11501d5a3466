import type { IncomingHttpHeaders } from 'node:http'
import { IdempotencyKey, ServiceError } from '@catalog/contracts'

export const idempotencyKeyHeader = 'Idempotency-Key'

const mistake = 'must be one key of 1 to 255 printable ASCII characters, in quotation marks or without spaces'

/**
 * The request's idempotency key; null if it has none. Either a string in the form of structured fields, as the IETF
 * draft requires, or the bare key, as most clients send it; both are the same key.
 * @throws ServiceError invalid_request
 */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | null {
  const sent = headers[idempotencyKeyHeader.toLowerCase()]
  if (sent === undefined) return null
  const key = IdempotencyKey.safeParse(keyIn(String(sent)))
  if (key.success) return key.data
  const message = `${idempotencyKeyHeader} ${mistake}.`
  throw new ServiceError('invalid_request', message, {
    errors: [{ parameter: idempotencyKeyHeader, message }],
  })
}

/** Node joins repeated headers with ", ", which makes the key invalid. */
function keyIn(value: string): string | undefined {
  if (/^[!#-+\--~]+$/.test(value)) return value
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(value)
  return quoted?.[1]?.replaceAll(/\\(.)/g, '$1')
}
