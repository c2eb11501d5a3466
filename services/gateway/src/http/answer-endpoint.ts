import { Readable } from 'node:stream'
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
    if (reply.body instanceof Readable) await sendStream(ctx, reply.body, reply)
    else ctx.body = reply.body ?? null
  }
}

/** `pipeline` pauses the source while the client is slow, and destroys it when the client disconnects. */
async function sendStream(ctx: Context, body: Readable, { headers, onBytes }: Reply): Promise<void> {
  if (headers?.['ETag'] !== undefined && hasAlready(ctx, headers['ETag'])) {
    body.destroy()
    ctx.status = 304
    ctx.body = null
    return
  }
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
