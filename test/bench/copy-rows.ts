import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** The rows of a query in COPY's text format. */
export async function copyOut(client: Client, query: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(client.query(copyTo(`copy (${query}) to stdout`))))
}

export async function copyIn(client: Client, table: string, rows: Buffer): Promise<void> {
  await pipeline([rows], client.query(copyFrom(`copy ${table} from stdin`)))
}
