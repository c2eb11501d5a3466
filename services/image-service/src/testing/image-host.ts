import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { listen } from '../../../../test/support/listen.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'

export interface ImageHost extends AsyncDisposable {
  /** `127.0.0.1:port`, as in the list of exceptions. */
  host: string
  url(path?: string): string
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
  return await hostOf(server, requests)
}

/** A TCP server on this machine, for answers that no HTTP server would give. */
export async function startRawHost(answer: (socket: Socket) => void): Promise<ImageHost> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    answer(socket)
  })
  return await hostOf(server, [])
}

async function hostOf(server: Server, requests: IncomingMessage[]): Promise<ImageHost> {
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
  })
  const listening = await listen(server)
  return {
    ...listening,
    url: (path = '/picture.jpg') => `http://${listening.host}${path}`,
    idle: async () => void (await waitFor('no connection to be open', () => open === 0)),
    requests,
  }
}
