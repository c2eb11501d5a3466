import { randomUUID } from 'node:crypto'
import type { Middleware } from '../context.ts'

const loggable = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Sets the request's id (the caller's own if it is fit for a log) and the signal that is aborted if the client
 * disconnects.
 */
export function identifyRequest(): Middleware {
  return async (ctx, next) => {
    const requestId = ctx.get('X-Request-Id')
    const left = new AbortController()
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) left.abort()
    })
    ctx.state.requestId = loggable.test(requestId) ? requestId : randomUUID()
    ctx.state.signal = left.signal
    ctx.set('X-Request-Id', ctx.state.requestId)
    await next()
  }
}
