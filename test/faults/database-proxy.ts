import { startTcpProxy } from '../support/tcp-proxy.ts'

export interface DatabaseProxy extends AsyncDisposable {
  /** The target's URL through the proxy. */
  url: string
  /**
   * Executes the next statement that contains the text, and closes its connection before the answer is sent. It must be
   * a transaction of its own. Resolves once that has happened.
   */
  closeAfter(text: string): Promise<void>
}

/** A proxy between import-service and its PostgreSQL. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  let closing: { text: string; done: () => void } | undefined
  const url = new URL(target)
  const proxy = await startTcpProxy(url, (client, upstream) => {
    let done: (() => void) | undefined
    client.on('data', (bytes: Buffer) => {
      if (closing !== undefined && bytes.includes(closing.text)) {
        done = closing.done
        closing = undefined
      }
      upstream.write(bytes)
    })
    upstream.on('data', (bytes: Buffer) => {
      if (done === undefined) {
        client.write(bytes)
        return
      }
      // It has answered, so it has committed.
      client.destroy()
      upstream.destroy()
      done()
    })
  })
  url.port = String(proxy.port)
  return {
    url: url.href,
    async closeAfter(text) {
      const { promise, resolve } = Promise.withResolvers<void>()
      closing = { text, done: resolve }
      await promise
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}
