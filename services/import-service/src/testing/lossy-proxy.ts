import { startTcpProxy } from '../../../../test/support/tcp-proxy.ts'

export interface LossyProxy extends AsyncDisposable {
  url: string
  hasLost: () => boolean
}

export interface Loss {
  /** The number of the clients' message, or what it contains. */
  at: number | string
  /** The message is not forwarded, or its answer is not. */
  lose: 'request' | 'answer'
  /** Sent to the client in place of the answer; by default, its connection is dropped. */
  instead?: Buffer
  /** Afterwards, no connection is accepted any more. */
  thenRefuse?: boolean
}

/** A proxy in front of PostgreSQL that loses one message, or its answer. */
export async function startLossyProxy(
  url: string,
  { at, lose, instead, thenRefuse = false }: Loss,
): Promise<LossyProxy> {
  let messages = 0
  let hasLost = false
  const isIt = (data: Buffer) => (typeof at === 'number' ? messages === at : data.includes(at))
  const proxy = await startTcpProxy(new URL(url), (client, upstream) => {
    if (hasLost && thenRefuse) client.destroy()
    let isLosing = false
    client.on('data', (data: Buffer) => {
      messages += 1
      if (!hasLost && isIt(data)) {
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
      if (!isLosing) client.write(data)
      else if (instead === undefined) client.destroy()
      else {
        isLosing = false
        client.write(instead)
      }
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
