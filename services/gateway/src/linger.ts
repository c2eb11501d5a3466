import type { IncomingMessage, ServerResponse } from 'node:http'

const lingerMs = 5_000

/**
 * For answers that are out before the request is in, such as 413 to a large upload: what still comes is read and
 * dropped for a while, because a connection closed on a sender is a reset, and a reset takes the answer with it.
 */
export function lingerAfterEarlyAnswer(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return
    req.resume()
    const cut = setTimeout(() => req.destroy(), lingerMs)
    req.once('close', () => clearTimeout(cut))
    req.once('end', () => clearTimeout(cut))
  })
}
