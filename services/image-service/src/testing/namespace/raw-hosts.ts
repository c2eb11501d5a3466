import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { TLSSocket, createSecureContext } from 'node:tls'
import type { Connection, HostAnswer } from './in-namespace.ts'

export interface Credentials {
  key: string
  cert: string
}

export interface RawHosts {
  /** Connections since they were last cleared. */
  connections: Connection[]
  /** By `host/path`. */
  answers: Record<string, HostAnswer>
  /** Destroys open connections and forgets the recorded ones. */
  clear(): void
}

export interface RawHostsOptions {
  ports: readonly number[]
  /** By the server name that the client sends in TLS; '' for all others. */
  credentials: Record<string, Credentials>
}

/**
 * Plays every host: listens on all addresses, speaks TLS to clients that begin with it, and answers with the bytes that
 * are defined for the URL, or with a picture.
 */
export async function startRawHosts({ ports, credentials }: RawHostsOptions): Promise<RawHosts> {
  const open = new Set<Socket>()
  const hosts: RawHosts = {
    connections: [],
    answers: {},
    clear() {
      for (const socket of open) socket.destroy()
      hosts.connections = []
    },
  }
  const contexts = new Map(
    Object.entries(credentials).map(([name, pair]) => [name, createSecureContext(pair)]),
  )
  for (const port of ports) {
    const server = createServer((socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      socket.on('error', () => {})
      const seen: Connection = { to: endpoint(socket.localAddress, port), requests: [] }
      hosts.connections.push(seen)
      socket.once('data', (first) => {
        socket.pause()
        socket.unshift(first)
        if (first[0] !== tlsHandshake) {
          converse(socket, seen, hosts)
          return
        }
        const secured = new TLSSocket(socket, {
          isServer: true,
          secureContext: contexts.get(''),
          // A client that negotiated HTTP/2 could not read the answer.
          ALPNProtocols: ['h2', 'http/1.1'],
          SNICallback(name, callback) {
            seen.serverName = name
            callback(null, contexts.get(name) ?? contexts.get(''))
          },
        })
        secured.on('error', () => socket.destroy())
        converse(secured, seen, hosts)
      })
    })
    await new Promise<void>((resolve) => {
      server.listen({ host: '::', port }, resolve)
    })
  }
  return hosts
}

const tlsHandshake = 22

const picture: HostAnswer = {
  say: ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\na picture'],
  everyMs: 0,
  endless: false,
  ending: 'close',
}

const noProxy: HostAnswer = { ...picture, say: ['HTTP/1.1 403 No Proxy\r\nContent-Length: 0\r\n\r\n'] }

function converse(socket: Socket, seen: Connection, { answers }: RawHosts): void {
  let head = ''
  socket.on('data', (chunk: Buffer) => {
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    const [requestLine = '', ...fields] = head.slice(0, end).split('\r\n')
    head = head.slice(end + 4)
    seen.requests.push(requestLine)
    const host = fields.find((field) => /^host:/i.test(field))?.replace(/^host: *|:\d+$/gi, '') ?? ''
    const isToProxy = requestLine.startsWith('CONNECT ')
    void say(socket, isToProxy ? noProxy : (answers[`${host}${requestLine.split(' ')[1]}`] ?? picture))
  })
  socket.resume()
}

/** Sends an answer, piece by piece. */
export async function say(
  socket: Socket,
  { say: pieces, everyMs, endless, ending }: HostAnswer,
): Promise<void> {
  for (const piece of endless ? withoutEnd(pieces) : pieces) {
    if (socket.destroyed) return
    if (!socket.write(Buffer.from(piece, 'latin1'))) await drained(socket)
    if (everyMs > 0) await setTimeout(everyMs)
  }
  if (ending === 'close') socket.end()
  if (ending === 'reset') socket.resetAndDestroy()
}

function* withoutEnd(pieces: string[]): Generator<string> {
  yield* pieces
  while (true) yield pieces.at(-1) ?? ''
}

async function drained(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    if (socket.destroyed) resolve()
    socket.once('drain', resolve).once('close', resolve)
  })
}

function endpoint(address = '', port: number): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return plain.includes(':') ? `[${plain}]:${port}` : `${plain}:${port}`
}
