import type { Socket } from 'node:net'
import { passOn, startTcpProxy } from '../../../../test/support/tcp-proxy.ts'
import { connectNats } from '../index.ts'
import type { Nats, Times } from '../index.ts'
import { memoryLog } from './memory-log.ts'

/** A connection whose server can go silent without closing it. */
export interface HeldConnection extends AsyncDisposable {
  nats: Nats
  log: ReturnType<typeof memoryLog>
  /** Holds back everything that the server sends from now on; what the client sends still arrives. */
  hold(): void
  release(): void
  /** Ends the connection and drops what was held back. */
  drop(): void
}

export async function connectHeld(url: string, times: Partial<Times> = {}): Promise<HeldConnection> {
  const joined = new Map<Socket, Socket>()
  const proxy = await startTcpProxy(new URL(url), (client, upstream) => {
    joined.set(upstream, client)
    passOn(client, upstream)
  })
  const log = memoryLog()
  const nats = await connectNats({ url: `nats://127.0.0.1:${proxy.port}`, name: 'held', log, times })
  return {
    nats,
    log,
    hold() {
      for (const upstream of joined.keys()) upstream.unpipe().pause()
    },
    release() {
      for (const [upstream, client] of joined) upstream.pipe(client)
    },
    drop() {
      for (const client of joined.values()) client.destroy()
    },
    async [Symbol.asyncDispose]() {
      await nats[Symbol.asyncDispose]()
      await proxy[Symbol.asyncDispose]()
    },
  }
}
