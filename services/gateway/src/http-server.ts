import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import { ServiceError } from '@catalog/contracts'
import type Koa from 'koa'
import { lingerAfterEarlyAnswer } from './linger.ts'
import { problemOf, problemType } from './problem.ts'
import type { State } from './context.ts'

export interface HttpServer extends AsyncDisposable {
  port: number
}

/** How long a connection is kept after an answer once the server stops: for what its client has sent on already. */
const lastCallMs = 500

interface Connection {
  /** In hand. */
  answer: ServerResponse | null
  /** Of the last answer, in milliseconds; before everything where nothing was asked yet. */
  answeredAt: number
}

/**
 * Serves the app. Disposing of it takes no more connections and waits for the answers in hand; each of them, and of what
 * clients have already sent on a connection that they keep, says that it is the last one there.
 */
export async function listen(
  app: Koa<State>,
  { host, port, finishMs = 20_000 }: { host: string; port: number; finishMs?: number },
): Promise<HttpServer> {
  const handle = app.callback()
  const connections = new Map<Socket, Connection>()
  const stopping = new AbortController()
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    if (stopping.signal.aborted) res.shouldKeepAlive = false
    connections.set(socket, { answer: res, answeredAt: 0 })
    res.once('close', () => {
      if (!socket.destroyed) connections.set(socket, { answer: null, answeredAt: performance.now() })
    })
    lingerAfterEarlyAnswer(req, res)
    void handle(req, res)
  }
  const server = createServer({
    // Longer than a load balancer keeps its side open, so that it never sends into a connection we are closing.
    keepAliveTimeout: 620_000,
  })
  server.on('connection', (socket) => {
    connections.set(socket, { answer: null, answeredAt: Number.NEGATIVE_INFINITY })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', answer)
  // "Expect: 100-continue" is answered where a body is wanted: a refused upload is never sent.
  server.on('checkContinue', answer)
  server.on('clientError', refuseUnreadable)
  server.listen(port, host)
  await once(server, 'listening')

  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    [Symbol.asyncDispose]: () => {
      stopping.abort()
      return closeServer(server, connections, finishMs)
    },
  }
}

/** For what Node cannot read as a request, and so never reaches the app. */
function refuseUnreadable(error: Error, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy(error)
    return
  }
  const requestId = randomUUID()
  const problem = problemOf(
    new ServiceError('invalid_request', 'The request cannot be read, or took too long to arrive.'),
    requestId,
  )
  const body = JSON.stringify(problem)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `Content-Type: ${problemType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Also closes connections that have not asked for anything yet, which Node does not count as idle. */
async function closeServer(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  finishMs: number,
): Promise<void> {
  const closed = once(server, 'close')
  // That of HTTP would close connections at once on which a request may be on its way.
  NetServer.prototype.close.call(server)
  for (const { answer } of connections.values()) if (answer !== null) answer.shouldKeepAlive = false
  const closeIdle = () => {
    const before = performance.now() - lastCallMs
    for (const [socket, { answer, answeredAt }] of connections) {
      if (answer === null && answeredAt <= before) socket.destroySoon()
    }
  }
  closeIdle()
  // Connections fall idle as their answers end.
  const idle = setInterval(closeIdle, 50)
  const cut = setTimeout(() => server.closeAllConnections(), finishMs)
  try {
    await closed
  } finally {
    clearInterval(idle)
    clearTimeout(cut)
  }
}
