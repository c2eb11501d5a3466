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
    const { body = null, headers = {} } = reply
    const isKnown = headers['ETag'] !== undefined && hasAlready(ctx, headers['ETag'])
    const length = Number(headers['Content-Length'] ?? Infinity)
    const isRead = body instanceof Readable && !isKnown && length <= keptInMemory && ctx.method !== 'HEAD'
    // Before the headers: they do not describe the error that this may be.
    const content = isRead ? await readWhole(body, length) : body
    ctx.status = isKnown ? 304 : reply.status
    ctx.set(headers)
    if (headers['Location'] !== undefined) ctx.set('Location', gateway.basePath + headers['Location'])
    if (!(content instanceof Readable)) ctx.body = isKnown ? null : textOf(ctx, content)
    else if (isKnown) content.destroy()
    else await sendStream(ctx, content, reply)
  }
}

/** Koa would ask of an object whether it is a `Response`, for which Node loads its fetch. */
function textOf(ctx: Context, content: Buffer | string | object | null): Buffer | string | null {
  if (content === null || typeof content === 'string' || Buffer.isBuffer(content)) return content
  ctx.type = 'json'
  return JSON.stringify(content)
}

/** Bytes of a body that is read before it is sent, so that a slow client holds up no other service. */
const keptInMemory = 4 * 1024 * 1024

/** @throws if the body does not have the length that its service announced */
async function readWhole(body: Readable, length: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left = length
  for await (const chunk of body) {
    chunks.push(chunk)
    left -= chunk.length
    if (left < 0) break
  }
  if (left !== 0) throw new Error(`a body of ${length} bytes was announced, and another one was sent`)
  return Buffer.concat(chunks)
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
