import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from 'koa'
import type { State } from '../context.ts'
import { arriving, isWasteful, recordEnd } from './arriving.ts'

/**
 * Must be the outermost middleware, so that it sees the answer just before it is written. `lingerMs`: how long to
 * continue reading.
 */
export function lingerAfterEarlyAnswers(lingerMs = 5_000): Middleware<State> {
  return async (ctx, next) => {
    await next()
    if (isWasteful(ctx.req)) ctx.res.shouldKeepAlive = false
    else if (!ctx.req.complete) lingerAfterEarlyAnswer(ctx.req, ctx.res, lingerMs)
  }
}

/**
 * For answers sent before the request is complete, such as 413 to a large upload: the rest is read and dropped for a
 * while, because closing a connection whose client still sends resets it, and the client would lose the answer.
 */
export function lingerAfterEarlyAnswer(req: IncomingMessage, res: ServerResponse, lingerMs: number): void {
  // Keeps Node from closing the connection after the answer's last byte, which resets a client that still sends. It is
  // closed here once the request is complete, if the client asked for that.
  const closing = /\bclose\b/i.test(req.headers.connection ?? '') || req.httpVersion === '1.0'
  res.shouldKeepAlive = true

  const { socket } = req
  res.once('finish', () => {
    if (req.complete) {
      end()
      return
    }
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    const cancel = () => clearTimeout(timer)
    socket.once('close', cancel)
    req.once('end', () => {
      cancel()
      // The connection may outlive many such answers.
      socket.off('close', cancel)
      recordEnd(socket)
      end()
    })
    // A paused reader would hold back the rest of the body, and with it the next request on the connection.
    req.removeAllListeners('readable')
    drop(req).catch(() => socket.destroy())
  })

  function end(): void {
    if (closing) socket.end()
  }
}

async function drop(req: IncomingMessage): Promise<void> {
  for await (const _ of arriving(req));
}
