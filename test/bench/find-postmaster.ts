import { parentOf } from '../support/cpu-time.ts'
import { connectClient } from './connect-client.ts'

/** The process from which the run's PostgreSQL forks its processes. */
export async function findPostmaster(url: string): Promise<number> {
  await using connection = await connectClient(url)
  const { rows } = await connection.client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0)
}
