import type { Knex } from 'knex'
import { query, sql } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/**
 * Of the installation that the storefront leaves: `copying`, all is as ever; `frozen`, nothing is written; `switching`, it
 * does not come back, and is read here until requests go to the other one; `moved`, it is there. Of that other one:
 * `incoming`, it is not here yet; `arrived`, all is as ever.
 */
export type MoveState = 'copying' | 'frozen' | 'switching' | 'moved' | 'incoming' | 'arrived'

export interface StorefrontMove {
  moveId: string
  state: MoveState
  /** Whether both installations keep their objects in one place; null while that is not known. */
  sharesObjects: boolean | null
  startedAt: Date
}

export async function findMove(
  database: Database,
  storefrontId: string,
): Promise<StorefrontMove | undefined> {
  const [move] = await query<StorefrontMove>(
    database,
    sql`
      select move_id as "moveId", state, shares_objects as "sharesObjects", started_at as "startedAt"
      from storefront_moves
      where storefront_id = ${storefrontId}`,
  )
  return move
}

/** Its state, which stays as it is until the transaction ends, and who writes at the target. */
export async function shareMove(
  transaction: Knex.Transaction,
  storefrontId: string,
): Promise<{ state: MoveState; runner: string | null } | undefined> {
  const [move] = await query<{ state: MoveState; runner: string | null }>(
    transaction,
    sql`select state, runner from storefront_moves where storefront_id = ${storefrontId} for share`,
  )
  return move
}
