import type { Socket } from 'node:net'
import type { ConnectionOptions, NatsConnection } from 'nats'
import { NatsConnectionImpl, setTransportFactory } from 'nats/lib/src/nats-base-client.js'
import { nodeResolveHost, NodeTransport } from 'nats/lib/src/node_transport.js'

/** As `connect` of the package, over connections that are closed when the client gives them up. */
export function connectByClosingTransport(options: ConnectionOptions): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new ClosingTransport(), dnsResolveFn: nodeResolveHost })
  return NatsConnectionImpl.connect(options)
}

/**
 * The transport of nats 2.29.3 leaves a connection open that was accepted but not answered in time. Once a server that
 * hung goes on, two connections then feed one parser: each message arrives twice, for good.
 */
class ClosingTransport extends NodeTransport {
  #isGivenUp = false

  override async dial(target: { hostname: string; port: number }): Promise<Socket> {
    const socket = await super.dial(target)
    if (!this.#isGivenUp) return socket
    socket.destroy()
    throw new Error('connected too late')
  }

  override async close(error?: Error): Promise<void> {
    this.#isGivenUp = true
    if (!this.connected) this.socket?.destroy()
    await super.close(error)
  }

  /** At once: the original first waits until a server that reads nothing has taken what was written. */
  override disconnect(): void {
    this.socket?.destroy()
  }
}
