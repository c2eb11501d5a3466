import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

export interface Listening {
  port: number
  /** `127.0.0.1:port` */
  host: string
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Lets a server of TCP or HTTP listen on 127.0.0.1, on any free port unless one is given, or on a Unix socket, by its path;
 * it ends with its connections.
 */
export async function listen(server: Server, on: number | string = 0): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(typeof on === 'string' ? { path: on } : { port: on, host: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    host: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
