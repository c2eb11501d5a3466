import type { Socket } from 'node:net'
import { startTcpProxy } from '../../../../test/support/tcp-proxy.ts'

/** A NATS server as seen by a client whom it can leave without a word. */
export interface HeldServer extends AsyncDisposable {
  url: string
  /** From now on what it sends is kept back, while it hears what it is sent. */
  hold(): void
  release(): void
  /** Ends every connection; what was kept back never comes. */
  cut(): void
}

export async function startHeldServer(url: string): Promise<HeldServer> {
  const joined = new Map<Socket, Socket>()
  const proxy = await startTcpProxy(new URL(url), (client, upstream) => {
    joined.set(upstream, client)
    client.pipe(upstream)
    upstream.pipe(client)
  })
  return {
    url: `nats://127.0.0.1:${proxy.port}`,
    hold() {
      for (const upstream of joined.keys()) upstream.unpipe().pause()
    },
    release() {
      for (const [upstream, client] of joined) upstream.pipe(client)
    },
    cut() {
      for (const client of joined.values()) client.destroy()
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}
