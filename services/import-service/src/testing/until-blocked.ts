import { waitFor } from '../../../../test/support/wait-for.ts'
import { query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Waits until a statement that contains this text is waiting for a lock. */
export async function untilBlocked(database: Database, statement = ''): Promise<void> {
  await waitFor(`a statement to wait for a lock: ${statement}`, async () => {
    const waiting = await query(database)`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and position(${statement} in query) > 0`
    return waiting.length > 0
  })
}
