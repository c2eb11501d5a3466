import { subscribe } from 'node:diagnostics_channel'
import { ClientRequest } from 'node:http'

/**
 * Ends this process's HTTP requests to a host over whose connection nothing went for `silentMs`. For a client that has no
 * limit of its own: each request that is given up would keep its connection, and what it sends, for good.
 */
export function endSilentRequests(hostname: string, silentMs: number): void {
  subscribe('http.client.request.created', (message) => {
    const request = requestOf(message)
    if (request?.host !== hostname) return
    request.setTimeout(silentMs, () => {
      request.destroy(Object.assign(new Error('nothing came'), { code: 'ETIMEDOUT' }))
    })
  })
}

function requestOf(message: unknown): ClientRequest | undefined {
  const isOne = typeof message === 'object' && message !== null && 'request' in message
  return isOne && message.request instanceof ClientRequest ? message.request : undefined
}
