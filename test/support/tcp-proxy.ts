import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from './listen.ts'
import type { Listening } from './listen.ts'

/**
 * A proxy in front of a server, which may listen on a Unix socket, by its path. `join` connects the two sides of each
 * connection, which end together, and all of them with the proxy. Listens on any free port by default, otherwise as
 * `listen` does.
 */
export function startTcpProxy(
  target: Pick<URL, 'hostname' | 'port'> | { path: string },
  join: (client: Socket, upstream: Socket) => void,
  listenOn: number | string = 0,
): Promise<Listening> {
  // Read now: a caller may make its URL the proxy's.
  const address =
    'path' in target
      ? { path: target.path }
      : { host: target.hostname, port: Number(target.port), noDelay: true }
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(address)
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

/** Passes everything on, both ways. */
export function passOn(client: Socket, upstream: Socket): void {
  client.pipe(upstream)
  upstream.pipe(client)
}
