import { subscribe } from 'node:diagnostics_channel'
import { ClientRequest } from 'node:http'

/**
 * Ends this process's HTTP requests to a host whose connections were idle for `silentMs`. For a client without such a
 * limit: each abandoned request would keep its connection, and the body that it sends, without limit.
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
