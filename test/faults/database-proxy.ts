import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

export interface DatabaseProxy extends AsyncDisposable {
  /** As the given one, by way of the proxy. */
  url: string
  /**
   * The next transaction in which a statement holds the text is committed, and its connection cut before the answer is
   * through. Resolves once that has happened.
   */
  cutAfterCommitOf(text: string): Promise<void>
}

/** Stands between import-service and its PostgreSQL. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let cut: { text: string; done: () => void } | undefined

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true })
    let isMeant = false
    let done: (() => void) | undefined
    client.on('data', (bytes: Buffer) => {
      if (cut !== undefined && bytes.includes(cut.text)) isMeant = true
      if (isMeant && cut !== undefined && bytes.includes('COMMIT;')) {
        done = cut.done
        cut = undefined
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      if (done === undefined) {
        client.write(bytes)
        return
      }
      // It answers: it has committed.
      client.destroy()
      upstream.destroy()
      done()
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    async cutAfterCommitOf(text) {
      const { promise, resolve } = Promise.withResolvers<void>()
      cut = { text, done: resolve }
      await promise
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
