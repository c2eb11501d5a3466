import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

export interface TcpProxy extends AsyncDisposable {
  /** On 127.0.0.1. */
  port: number
}

/**
 * A proxy in front of a server. `join` passes the bytes of each connection on; its two sides end together, and all of
 * them with the proxy. It listens on any free port unless one is given.
 */
export async function startTcpProxy(
  { hostname, port }: URL,
  join: (client: Socket, upstream: Socket) => void,
  listenOn = 0,
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true })
    join(client, upstream)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(listenOn, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
