import { ServiceError } from '@catalog/contracts'
import type { Middleware } from './context.ts'

/** HTTP/1.1 asks for it. Node would refuse such a request itself, without a problem and without a request id. */
export function requireHost(): Middleware {
  return async (ctx, next) => {
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined)
      throw new ServiceError(
        'invalid_request',
        'The request has no Host header. Name the host that it is for.',
      )
    await next()
  }
}
