import { connectClient } from './connect-client.ts'

/** The process from which the run's PostgreSQL forks its processes. */
export async function findPostmaster(url: string): Promise<number> {
  await using connection = await connectClient(url)
  const { rows } = await connection.client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
  )
  return rows[0]?.pid ?? 0
}
