import { parentOf } from '../support/cpu-time.ts'
import { connectClient } from './connect-client.ts'

/** What the run's PostgreSQL starts its processes from. */
export async function findPostmaster(url: string): Promise<number> {
  await using connection = await connectClient(url)
  const { rows } = await connection.client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0)
}
