import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

/**
 * A proxy in front of a server. `join` connects the two sides of each connection, which end together, and all of them
 * with the proxy. Listens on any free port by default.
 */
export function startTcpProxy(
  { hostname, port }: URL,
  join: (client: Socket, upstream: Socket) => void,
  listenOn = 0,
): Promise<Listening> {
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true })
    join(client, upstream)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  return listen(server, listenOn)
}
