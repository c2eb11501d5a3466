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
import { looksUntilCut, stalledReaders } from './stalled-readers.ts'

export interface HttpServer extends AsyncDisposable {
  port: number
}

/** Longer than a load balancer keeps its side open, so that it never sends into a connection we are closing. */
const keptMs = 620_000
/** How much earlier than the end of the drain a client leaves a connection that it does not use. */
const leaveEarlierMs = 2_000
const hintWithoutDrainMs = 5_000

interface Connection {
  /** In hand; several where the client sends on before it is answered. */
  answers: Set<ServerResponse>
  /** When it was made, or the last answer was out. */
  idleSince: number
}

export interface ListenOptions {
  host: string
  port: number
  /** How long it serves on once it is to end: until nobody sends it anything new. */
  drainMs?: number
  /** Waits so long. */
  wait?: (ms: number) => Promise<unknown>
  /**
   * How long it keeps a connection after that connection's beginning, and after an answer that did not say it was the
   * last: its client may have sent on already.
   */
  lastCallMs?: number
  /** How long the answers in hand may take after the drain. */
  finishMs?: number
  /** How long a request may take to arrive. */
  requestMs?: number
  /** How long a client whose request cannot be read may take to read why, before its connection is closed. */
  lingerMs?: number
  /** How long a client may take nothing of an answer before its connection is closed. */
  stalledMs?: number
}

/**
 * Serves the app. Disposing of it serves on while it drains, then takes no more connections and waits for the answers in
 * hand. Each answer from the first moment on tells its client to ask no more on that connection, and those before (in
 * `Keep-Alive`) to leave it unused for less than the drain: a client has left its connection before it is closed.
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
  // What `Keep-Alive` tells the client; the buffer comes on top of it.
  const hintMs = drainMs === 0 ? hintWithoutDrainMs : Math.max(drainMs - leaveEarlierMs, 1_000)
  const server = createServer({
    keepAliveTimeout: hintMs,
    keepAliveTimeoutBuffer: keptMs - hintMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(30_000, requestMs),
    // The app refuses it, in the words of the API.
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
  const looking = setInterval(() => void readers.look(), stalledMs / looksUntilCut)

  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      stopping.abort()
      for (const { answers } of connections.values())
        for (const inHand of answers) inHand.shouldKeepAlive = false
      await wait(drainMs)
      await closeServer(server, connections, { lastCallMs, finishMs })
      clearInterval(looking)
    },
  }
}

/**
 * For what Node cannot read as a request, or not to its end. What the app has of it ends with the connection, which a
 * client may keep open for ever.
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
  const cut = setTimeout(() => socket.destroy(error), lingerMs)
  socket.once('close', () => clearTimeout(cut))
}

/** Also closes connections that have not asked for anything yet, which Node does not count as idle. */
async function closeServer(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  { lastCallMs, finishMs }: { lastCallMs: number; finishMs: number },
): Promise<void> {
  const closed = once(server, 'close')
  // That of HTTP would close connections at once on which a request may be on its way.
  NetServer.prototype.close.call(server)
  const closeIdle = () => {
    const before = performance.now() - lastCallMs
    for (const [socket, { answers, idleSince }] of connections) {
      if (answers.size === 0 && idleSince <= before) socket.destroySoon()
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
