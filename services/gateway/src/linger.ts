import type { IncomingMessage, ServerResponse } from 'node:http'

const lingerMs = 5_000

/**
 * For answers that are out before the request is in, such as 413 to a large upload: what still comes is read and
 * dropped for a while, because a connection closed on a sender is a reset, and a reset takes the answer with it.
 */
export function lingerAfterEarlyAnswer(req: IncomingMessage, res: ServerResponse): void {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0
  if (!hasBody) return
  const closing = !res.shouldKeepAlive
  // Node would close the connection behind the answer's last byte, whatever still comes; this does it later.
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
