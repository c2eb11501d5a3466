import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Middleware } from 'koa'
import type { State } from '../context.ts'

/** Outermost, so that it sees the answer as it is about to be written. `lingerMs`: how long it continues to read. */
export function lingerAfterEarlyAnswers(lingerMs = 5_000): Middleware<State> {
  return async (ctx, next) => {
    await next()
    if (!ctx.req.complete) lingerAfterEarlyAnswer(ctx.req, ctx.res, lingerMs)
  }
}

/**
 * For answers that are sent before the request is complete, such as 413 to a large upload: the rest is read and dropped
 * for a while, because a connection closed on a sender is reset, and the client would lose the answer.
 */
export function lingerAfterEarlyAnswer(req: IncomingMessage, res: ServerResponse, lingerMs: number): void {
  // Node would close the connection after the answer's last byte. This does it when the request is complete, and only for
  // a client that asked for it, because this answer has no `Connection: close`.
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
      // The connection outlives many such answers.
      socket.off('close', cancel)
      end()
    })
    // A reader that still waits for more would keep the rest, and with it what comes behind on the connection.
    req.removeAllListeners('readable')
    // Without a listener for data, the stream would stop a tick after the last reader was taken from it.
    req.on('data', () => {}).resume()
  })

  function end(): void {
    if (closing) socket.end()
  }
}
