import type { Knex } from 'knex'
import { query, sql, StatementPart } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/**
 * The state of a move. At the installation that the storefront leaves: `copying`, served normally; `frozen`, writes are
 * refused; `switching`, the move can no longer be aborted, and reads are served until requests go to the target;
 * `moved`, the target serves it. At the target: `incoming`, not served yet; `arrived`, served normally.
 */
export type MoveState = 'copying' | 'frozen' | 'switching' | 'moved' | 'incoming' | 'arrived'

export interface StorefrontMove {
  moveId: string
  state: MoveState
  /** Whether both installations use the same object store; null if not known yet. */
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

/** What `moveState` selects; null if the storefront is not being moved and never was. */
export interface MoveColumn {
  move: MoveState | null
}

/** Selects the state of the storefront to which the row of the table `h` belongs. */
export const moveState = new StatementPart(
  `(select m.state from storefront_moves m where m.storefront_id = h.storefront_id) as move`,
)

/** The same, locked against changes until the transaction ends. */
export const sharedMoveState = new StatementPart(
  `(select m.state from storefront_moves m where m.storefront_id = h.storefront_id for share) as move`,
)

/**
 * The state, locked against changes until the transaction ends, and the run of the command that may write at the
 * target.
 */
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
