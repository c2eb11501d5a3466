import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ServiceError } from '@catalog/contracts'
import type Koa from 'koa'
import { recordEnd } from './arriving.ts'
import { problemOf, problemType } from './problem.ts'
import type { State } from '../context.ts'
import { maxStalledChecks, stalledReaders } from './stalled-readers.ts'

export interface HttpServer extends AsyncDisposable {
  port: number
}

/** Longer than load balancers keep idle connections, so that they never send into one that is being closed. */
const keepAliveMs = 620_000
/** How long before the end of the drain clients should have closed unused connections. */
const leaveEarlierMs = 2_000
const hintWithoutDrainMs = 5_000

/** Requests that a client may send before the earlier one is answered (pipelining), which no browser does. */
const maxWaiting = 8

interface Connection {
  /** The answer that is not sent yet. */
  answering: ServerResponse | undefined
  /** Begins the further requests that have arrived. */
  waiting: (() => void)[]
  /** When the connection was opened or its last answer was sent. */
  idleSince: number
}

export interface ListenOptions {
  host: string
  port: number
  /** How long to continue serving before closing, until load balancers send no new requests. */
  drainMs?: number
  /** For tests: replaces the timer of the drain. */
  wait?: (ms: number) => Promise<unknown>
  /**
   * How long an idle connection stays open once the server closes, counted from when it was opened or last answered: a
   * request may be in transit.
   */
  lastCallMs?: number
  /** How long answers may take after the drain. */
  finishMs?: number
  /** How long a request may take to arrive. */
  requestMs?: number
  /** How long a client whose request cannot be read may take to read the answer before its connection is closed. */
  lingerMs?: number
  /** How long a client may read nothing of an answer before its connection is closed. */
  stalledMs?: number
}

/**
 * Serves the app. Disposing of it drains: it continues to serve, with `Connection: close` on each answer, then accepts
 * no more connections and waits for the remaining answers. Earlier answers announce in `Keep-Alive` a time shorter than
 * the drain, so that clients close their idle connections first.
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
  // Node would begin all requests of a connection as they arrive: thousands at once in a few kilobytes.
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const connection = connections.get(req.socket)
    if (connection === undefined) return
    // Until the body is read: Node would read on, and counts only its bytes, however many chunks these are.
    if (req.headers['transfer-encoding'] !== undefined) req.socket.pause()
    if (connection.answering === undefined) begin(connection, req, res)
    else if (connection.waiting.length < maxWaiting)
      connection.waiting.push(() => begin(connection, req, res))
    else {
      connections.delete(req.socket)
      req.socket.destroy()
    }
  }
  const begin = (connection: Connection, req: IncomingMessage, res: ServerResponse) => {
    if (stopping.signal.aborted) res.shouldKeepAlive = false
    if (req.httpVersion === '1.0') resetWhereIncomplete(res)
    connection.answering = res
    res.once('close', () => {
      connection.answering = undefined
      recordEnd(req.socket)
      connection.idleSince = performance.now()
      if (connections.has(req.socket)) connection.waiting.shift()?.()
    })
    void handle(req, res)
  }
  // Announced in `Keep-Alive`; Node adds its buffer to it.
  const hintMs = drainMs === 0 ? hintWithoutDrainMs : Math.max(drainMs - leaveEarlierMs, 1_000)
  const server = createServer({
    keepAliveTimeout: hintMs,
    keepAliveTimeoutBuffer: keepAliveMs - hintMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(30_000, requestMs),
    // The app refuses a missing host itself, with a problem document.
    requireHostHeader: false,
  })
  server.on('connection', (socket) => {
    connections.set(socket, { answering: undefined, waiting: [], idleSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', answer)
  // "Expect: 100-continue" is answered only once the body is wanted: a refused upload is never sent.
  server.on('checkContinue', answer)
  // Other expectations may be ignored (RFC 9110, 10.1.1).
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
      for (const { answering } of connections.values()) if (answering) answering.shouldKeepAlive = false
      await wait(drainMs)
      await closeServer(server, connections, { lastCallMs, finishMs })
      clearInterval(checking)
    },
  }
}

/**
 * An answer whose length is not known ends with its connection in HTTP/1.0, which nginx speaks to servers by default: only
 * a reset shows that it is incomplete.
 */
function resetWhereIncomplete(res: ServerResponse): void {
  const destroy = res.destroy.bind(res)
  res.destroy = (error) => {
    if (!res.writableFinished) res.socket?.resetAndDestroy()
    return destroy(error)
  }
}

/**
 * Answers what Node cannot read as a complete request. Destroys the connection, which the client could keep open
 * indefinitely; this also ends the request in the app.
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

/** Also closes connections that have had no request, which Node does not count as idle. */
async function closeServer(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  { lastCallMs, finishMs }: { lastCallMs: number; finishMs: number },
): Promise<void> {
  const closed = once(server, 'close')
  // HTTP's own `close` would immediately close connections on which a request may be in transit.
  NetServer.prototype.close.call(server)
  const closeIdle = () => {
    const before = performance.now() - lastCallMs
    for (const [socket, { answering, idleSince }] of connections) {
      if (answering === undefined && idleSince <= before) socket.destroySoon()
    }
  }
  closeIdle()
  // Connections become idle as their answers end.
  const idle = setInterval(closeIdle, 50)
  const timer = setTimeout(() => {
    for (const [socket] of connections) socket.resetAndDestroy()
  }, finishMs)
  try {
    await closed
  } finally {
    clearInterval(idle)
    clearTimeout(timer)
  }
}
