import type { IncomingHttpHeaders } from 'node:http'
import { IdempotencyKey, ServiceError } from '@catalog/contracts'

export const idempotencyKeyHeader = 'Idempotency-Key'

const mistake = 'must be one key of 1 to 255 printable ASCII characters, in quotation marks or without spaces'

/**
 * The key that the request names itself by; null where there is none. A string as structured fields write it, as the
 * IETF's draft has it, or the bare key, as most clients send it: both are the same key.
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

/** Sent twice, both are in one value, with ", " between them. */
function keyIn(value: string): string | undefined {
  if (/^[!#-+\--~]+$/.test(value)) return value
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(value)
  return quoted?.[1]?.replaceAll(/\\(.)/g, '$1')
}
