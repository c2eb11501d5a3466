import { startTcpProxy } from '../support/tcp-proxy.ts'

export interface DatabaseProxy extends AsyncDisposable {
  /** As the given one, by way of the proxy. */
  url: string
  /**
   * The next statement that holds the text is carried out, and its connection cut before the answer is through. It must
   * be a transaction of its own. Resolves once that has happened.
   */
  cutAfter(text: string): Promise<void>
}

/** Stands between import-service and its PostgreSQL. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  let cut: { text: string; done: () => void } | undefined
  const url = new URL(target)
  const proxy = await startTcpProxy(url, (client, upstream) => {
    let done: (() => void) | undefined
    client.on('data', (bytes: Buffer) => {
      if (cut !== undefined && bytes.includes(cut.text)) {
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
  })
  url.port = String(proxy.port)
  return {
    url: url.href,
    async cutAfter(text) {
      const { promise, resolve } = Promise.withResolvers<void>()
      cut = { text, done: resolve }
      await promise
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}
