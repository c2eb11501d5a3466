import { startTcpProxy } from '../../../../test/support/tcp-proxy.ts'

export interface LossyProxy extends AsyncDisposable {
  url: string
  hasLost: () => boolean
}

/**
 * A proxy in front of PostgreSQL that drops one connection: at the clients' message number `at`, either before it is
 * forwarded or instead of its answer.
 */
export async function startLossyProxy(
  url: string,
  { at, lose }: { at: number; lose: 'request' | 'answer' },
): Promise<LossyProxy> {
  let messages = 0
  let hasLost = false
  const proxy = await startTcpProxy(new URL(url), (client, upstream) => {
    let isLosing = false
    client.on('data', (data) => {
      messages += 1
      if (messages === at) {
        hasLost = true
        isLosing = true
        if (lose === 'request') {
          client.destroy()
          return
        }
      }
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (isLosing) client.destroy()
      else client.write(data)
    })
  })
  const proxied = new URL(url)
  proxied.port = String(proxy.port)
  return {
    url: proxied.href,
    hasLost: () => hasLost,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}
