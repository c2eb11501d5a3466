import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from '../support/listen.ts'

export type Respond = (request: IncomingMessage, response: ServerResponse) => void

export interface HostileHost extends AsyncDisposable {
  /** `127.0.0.1:port`, for CATALOG_IMAGE_ALLOWED_HOSTS. */
  host: string
  /** Answers everything below `folder` like this until it is stopped; after that, answers that it does not exist. */
  answer(folder: string, respond: Respond): { url(path: string): string; stop(): void }
}

/** A host of images whose answers each attack defines. */
export async function startHostileHost(): Promise<HostileHost> {
  const responders = new Map<string, Respond>()
  const open = new Map<ServerResponse, string>()
  const server = createServer((request, response) => {
    const folder = request.url?.split('/')[1] ?? ''
    open.set(response, folder)
    response.once('close', () => open.delete(response))
    const respond = responders.get(folder) ?? respondNothing
    respond(request, response)
  })
  const listening = await listen(server)
  const { host } = listening
  return {
    host,
    answer(folder, respond) {
      responders.set(folder, respond)
      return {
        url: (path) => `http://${host}/${folder}/${path}`,
        stop() {
          responders.delete(folder)
          for (const [response, of] of open) if (of === folder) response.destroy()
        },
      }
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}

function respondNothing(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404).end()
}
