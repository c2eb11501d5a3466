import { randomUUID } from 'node:crypto'
import type { Middleware } from '../context.ts'

const sane = /^[A-Za-z0-9._-]{1,128}$/

/** Gives the request its id (the caller's own, where it can stand in a log) and the signal of its client's leaving. */
export function identifyRequest(): Middleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id')
    const left = new AbortController()
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) left.abort()
    })
    ctx.state.requestId = sane.test(given) ? given : randomUUID()
    ctx.state.signal = left.signal
    ctx.set('X-Request-Id', ctx.state.requestId)
    await next()
  }
}
