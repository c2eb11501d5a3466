import { Client } from 'pg'
import { tell } from './report.ts'

/** A connection for one benchmark. If it breaks, the current statement fails, or the next one. */
export async function connectClient(url: string): Promise<{ client: Client } & AsyncDisposable> {
  const client = new Client(url)
  // Without a listener it would end the process, and all other benchmarks with it.
  client.on('error', ({ message }) => tell(`The connection to PostgreSQL broke: ${message}`))
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}
