import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '@catalog/contracts'
import type Koa from 'koa'
import { problemOf, problemType } from './problem.ts'
import type { State } from '../context.ts'
import { maxStalledChecks, stalledReaders } from './stalled-readers.ts'

export interface HttpServer extends AsyncDisposable {
  port: number
}

/** Longer than a load balancer keeps its side open, so that it never sends into a connection we are closing. */
const keepAliveMs = 620_000
/** How much earlier than the end of the drain a client leaves a connection that it does not use. */
const leaveEarlierMs = 2_000
const hintWithoutDrainMs = 5_000

interface Connection {
  /** Not sent yet; several where the client sends requests before it is answered. */
  answers: Set<ServerResponse>
  /** When it was opened, or its last answer was sent. */
  idleSince: number
}

export interface ListenOptions {
  host: string
  port: number
  /** How long it continues to serve before it closes: until load balancers send it nothing new. */
  drainMs?: number
  /** For tests: the timer of the drain. */
  wait?: (ms: number) => Promise<unknown>
  /**
   * How long it keeps an idle connection once it closes, since the connection was opened or last answered: a request may
   * be under way.
   */
  lastCallMs?: number
  /** How long answers may take after the drain. */
  finishMs?: number
  /** How long a request may take to arrive. */
  requestMs?: number
  /** How long a client whose request cannot be read may take to read why, before its connection is closed. */
  lingerMs?: number
  /** How long a client may take nothing of an answer before its connection is closed. */
  stalledMs?: number
}

/**
 * Serves the app. Disposing of it drains: it continues to serve, with `Connection: close` on each answer, then accepts no
 * more connections and waits for the answers that are not sent yet. Earlier answers say in `Keep-Alive` to keep an idle
 * connection for less than the drain: a client has left its connection before it is closed.
 */
export async function listen(
  app: Koa<State>,
  {
    host,
    port,
    drainMs = 0,
    wait = pause,
    lastCallMs = 500,
    finishMs = 20_000,
    requestMs = 300_000,
    lingerMs = 5_000,
    stalledMs = 30_000,
  }: ListenOptions,
): Promise<HttpServer> {
  const handle = app.callback()
  const connections = new Map<Socket, Connection>()
  const stopping = new AbortController()
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    if (stopping.signal.aborted) res.shouldKeepAlive = false
    const connection = connections.get(socket)
    connection?.answers.add(res)
    res.once('close', () => {
      if (connection === undefined) return
      connection.answers.delete(res)
      connection.idleSince = performance.now()
    })
    void handle(req, res)
  }
  // What `Keep-Alive` says to the client; the buffer is added to it.
  const hintMs = drainMs === 0 ? hintWithoutDrainMs : Math.max(drainMs - leaveEarlierMs, 1_000)
  const server = createServer({
    keepAliveTimeout: hintMs,
    keepAliveTimeoutBuffer: keepAliveMs - hintMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(30_000, requestMs),
    // The app refuses it, with a problem document.
    requireHostHeader: false,
  })
  server.on('connection', (socket) => {
    connections.set(socket, { answers: new Set(), idleSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', answer)
  // "Expect: 100-continue" is answered where a body is wanted: a refused upload is never sent.
  server.on('checkContinue', answer)
  // Any other expectation may be passed over (RFC 9110, 10.1.1).
  server.on('checkExpectation', answer)
  server.on('clientError', (error, socket: Socket) => refuseUnreadable(error, socket, lingerMs))
  server.listen(port, host)
  await once(server, 'listening')
  const readers = stalledReaders(() => connections.keys())
  const checking = setInterval(() => void readers.check(), stalledMs / maxStalledChecks)

  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      for (const { answers } of connections.values())
        for (const response of answers) response.shouldKeepAlive = false
      await wait(drainMs)
      await closeServer(server, connections, { lastCallMs, finishMs })
      clearInterval(checking)
    },
  }
}

/**
 * For what Node cannot read as a request, or not to its end. What the app has of it ends with the connection, which a
 * client could keep open indefinitely.
 */
function refuseUnreadable(error: Error, socket: Socket, lingerMs: number): void {
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
  const timer = setTimeout(() => socket.destroy(error), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

/** Also closes connections without a request so far, which Node does not count as idle. */
async function closeServer(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  { lastCallMs, finishMs }: { lastCallMs: number; finishMs: number },
): Promise<void> {
  const closed = once(server, 'close')
  // HTTP's own `close` would also close connections at once on which a request may be under way.
  NetServer.prototype.close.call(server)
  const closeIdle = () => {
    const before = performance.now() - lastCallMs
    for (const [socket, { answers, idleSince }] of connections) {
      if (answers.size === 0 && idleSince <= before) socket.destroySoon()
    }
  }
  closeIdle()
  // Connections become idle as their answers end.
  const idle = setInterval(closeIdle, 50)
  const timer = setTimeout(() => server.closeAllConnections(), finishMs)
  try {
    await closed
  } finally {
    clearInterval(idle)
    clearTimeout(timer)
  }
}
