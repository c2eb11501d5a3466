import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { listen } from './listen.ts'

/** What a platform has in front of the gateways of its installations: each storefront's requests go to one of them. */
export interface StorefrontRouter extends AsyncDisposable {
  baseUrl: string
  /** `PUT` of a storefront below it calls `onSwitch`, and is answered when that is done. */
  switchUrl: string
  onSwitch: (storefrontId: string) => Promise<void>
  /** From now on the storefront's requests go there. */
  send(storefrontId: string, baseUrl: string): void
}

/** @param baseUrl where the requests go of storefronts that were not sent anywhere */
export async function startStorefrontRouter(baseUrl: string): Promise<StorefrontRouter> {
  const routes = new Map<string, string>()
  const server = createServer((request, response) => {
    const [, switched] = /^\/switch\/(.+)$/.exec(request.url ?? '') ?? []
    if (switched === undefined) forward(request, response, routes.get(storefrontOf(request)) ?? baseUrl)
    else answerSwitch(switched, response)
  })
  const answerSwitch = (storefrontId: string, response: ServerResponse) => {
    router.onSwitch(storefrontId).then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }
  const listening = await listen(server)
  const own = `http://${listening.host}`
  const router: StorefrontRouter = {
    baseUrl: own,
    switchUrl: `${own}/switch`,
    onSwitch: () => Promise.resolve(),
    send: (storefrontId, to) => void routes.set(storefrontId, to),
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
  return router
}

function forward(request: IncomingMessage, response: ServerResponse, baseUrl: string): void {
  const { method, url, headers } = request
  const onward = ask(`${baseUrl}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    pipeline(answer, response, () => {})
  })
  onward.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  pipeline(request, onward, () => {})
}

/** By the claim of the token, which the gateway verifies. */
function storefrontOf({ headers }: IncomingMessage): string {
  const [, payload = ''] = (headers.authorization ?? '').split('.')
  if (payload === '') return ''
  const claims: { storefront_id?: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return claims.storefront_id ?? ''
}
