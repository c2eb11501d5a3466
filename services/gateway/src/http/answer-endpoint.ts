import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Context, Gateway, Middleware, Reply } from '../context.ts'
import { hasAlready } from './not-modified.ts'

/** The last step: sends the endpoint's reply. Resolves once its last byte is sent. */
export function answerEndpoint(gateway: Gateway): Middleware {
  return async (ctx, next) => {
    const { endpoint } = ctx.state
    if (!endpoint) {
      await next()
      return
    }
    const reply = await endpoint.handle(gateway, ctx)
    ctx.status = reply.status
    ctx.set(reply.headers ?? {})
    const etag = reply.headers?.['ETag']
    const isKnown = etag !== undefined && hasAlready(ctx, etag)
    if (isKnown) ctx.status = 304
    if (!(reply.body instanceof Readable)) ctx.body = isKnown ? null : (reply.body ?? null)
    else if (isKnown) reply.body.destroy()
    else if (fitsInMemory(reply) && ctx.method !== 'HEAD') ctx.body = await buffer(reply.body)
    else await sendStream(ctx, reply.body, reply)
  }
}

/** Then whoever reads it slowly holds up no other service. */
function fitsInMemory({ headers }: Reply): boolean {
  return Number(headers?.['Content-Length'] ?? Infinity) <= 4 * 1024 * 1024
}

/** `pipeline` pauses the source while the client is slow, and destroys it when the client disconnects. */
async function sendStream(ctx: Context, body: Readable, { onBytes }: Reply): Promise<void> {
  ctx.respond = false
  if (ctx.method === 'HEAD') {
    body.destroy()
    ctx.res.end()
    return
  }
  ctx.flushHeaders()
  if (onBytes) body.on('data', (chunk: Buffer) => onBytes(chunk.length))
  await pipeline(body, ctx.res)
}
