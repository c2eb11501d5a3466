import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from 'koa'
import type { State } from '../context.ts'

/** Outermost: what it sees is the answer as it is about to be written. `lingerMs` is how long it reads on. */
export function lingerAfterEarlyAnswers(lingerMs = 5_000): Middleware<State> {
  return async (ctx, next) => {
    await next()
    if (!ctx.req.complete) lingerAfterEarlyAnswer(ctx.req, ctx.res, lingerMs)
  }
}

/**
 * For answers that are out before the request is in, such as 413 to a large upload: what still comes is read and
 * dropped for a while, because a connection closed on a sender is a reset, and a reset takes the answer with it.
 */
export function lingerAfterEarlyAnswer(req: IncomingMessage, res: ServerResponse, lingerMs: number): void {
  // Node would close the connection behind the answer's last byte, whatever still comes. This does it later, and only on a
  // client that sends nothing else, because this answer does not say that it is the last.
  const closing = /\bclose\b/i.test(req.headers.connection ?? '') || req.httpVersion === '1.0'
  res.shouldKeepAlive = true

  const { socket } = req
  res.once('finish', () => {
    if (req.complete) {
      end()
      return
    }
    const cut = setTimeout(() => socket.destroy(), lingerMs)
    const stay = () => clearTimeout(cut)
    socket.once('close', stay)
    req.once('end', () => {
      stay()
      // The connection outlives many such answers.
      socket.off('close', stay)
      end()
    })
    req.resume()
  })

  function end(): void {
    if (closing) socket.end()
  }
}
