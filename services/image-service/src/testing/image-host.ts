import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { Server, Socket } from 'node:net'

export interface ImageHost extends AsyncDisposable {
  /** `127.0.0.1:port`, as the list of exceptions has it. */
  host: string
  url(path?: string): string
  /** Connections that are open. */
  open(): number
  /** Resolves once no connection is open. */
  idle(): Promise<void>
  /** Requests so far, for HTTP hosts. */
  requests: IncomingMessage[]
}

/** An HTTP server on this machine that answers as the test defines. */
export async function startImageHost(answer: RequestListener): Promise<ImageHost> {
  const requests: IncomingMessage[] = []
  const server = createHttpServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  return await listen(server, requests)
}

/** A server on this machine that speaks bytes, for answers that no HTTP server would give. */
export async function startRawHost(answer: (socket: Socket) => void): Promise<ImageHost> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    answer(socket)
  })
  return await listen(server, [])
}

/** Answers each request with these bytes; the connection is closed behind them unless `keep`. */
export function sayOnce(text: string | Buffer, { keep = false } = {}): (socket: Socket) => void {
  return (socket) => {
    socket.once('data', () => {
      socket.write(text)
      if (!keep) socket.end()
    })
  }
}

async function listen(server: Server, requests: IncomingMessage[]): Promise<ImageHost> {
  const sockets = new Set<Socket>()
  const closed = new EventTarget()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      closed.dispatchEvent(new Event('close'))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    host: `127.0.0.1:${port}`,
    url: (path = '/picture.jpg') => `http://127.0.0.1:${port}${path}`,
    open: () => sockets.size,
    async idle() {
      while (sockets.size > 0) {
        await new Promise((resolve) => {
          closed.addEventListener('close', resolve, { once: true })
        })
      }
    },
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
