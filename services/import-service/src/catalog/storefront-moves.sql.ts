import type { Knex } from 'knex'
import { ServiceError } from '@catalog/contracts'
import { query, StatementPart } from '../postgres/database.ts'
import type { Database, Send } from '../postgres/database.ts'

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
  const [move] = await query<StorefrontMove>(database)`
    select move_id as "moveId", state, shares_objects as "sharesObjects", started_at as "startedAt"
    from storefront_moves
    where storefront_id = ${storefrontId}`
  return move
}

/** The storefront's state; null if it is not being moved and never was. */
export interface MoveColumn {
  move: MoveState | null
}

/** Whether the storefront of the table `h` is served here. */
export const isServedHere = new StatementPart(
  `not exists (
    select from storefront_moves m where m.storefront_id = h.storefront_id and m.state in ('moved', 'incoming')
  )`,
)

/**
 * The state, locked against changes until the transaction ends, and the run of the command that may write at the
 * target.
 */
export async function shareMove(
  transaction: Knex.Transaction,
  storefrontId: string,
): Promise<{ state: MoveState; runner: string | null } | undefined> {
  const [move] = await query<{ state: MoveState; runner: string | null }>(transaction)`
    select state, runner from storefront_moves where storefront_id = ${storefrontId} for share`
  return move
}

const unreadable: readonly MoveState[] = ['moved', 'incoming']
const unwritable: readonly MoveState[] = ['frozen', 'switching', ...unreadable]

/**
 * The rows of the statement with which a caller's request begins to read a storefront; it must select it as `move`.
 * @throws ServiceError as `requireServedHere`
 */
export function queryHere<Row>(database: Database, storefrontId: string): Send<Row[]> {
  return async (...written) => {
    const rows = await query<Row & MoveColumn>(database)(...written)
    await requireServedHere(database, storefrontId, rows[0])
    return rows
  }
}

/**
 * Takes a statement only if there is no row that says where its storefront is.
 * @throws ServiceError unavailable if the storefront is in another installation, or is being moved here
 */
export async function requireServedHere(
  database: Database,
  storefrontId: string,
  row: MoveColumn | undefined,
): Promise<void> {
  refuse(unreadable, row ? row.move : (await findMove(database, storefrontId))?.state)
}

/**
 * The rows of the statement with which a caller's request begins to write; it must select `move`, locked until
 * the transaction ends.
 * @throws ServiceError as `requireNotMoving`
 */
export function queryToWrite<Row>(transaction: Knex.Transaction, storefrontId: string): Send<Row[]> {
  return async (...written) => {
    const rows = await query<Row & MoveColumn>(transaction)(...written)
    if (rows[0] === undefined) await requireNotMoving(transaction, storefrontId)
    else requireWritable(rows[0])
    return rows
  }
}

/**
 * For a row whose `move` is locked until the transaction ends.
 * @throws ServiceError as `requireNotMoving`
 */
export function requireWritable({ move }: MoveColumn): void {
  refuse(unwritable, move)
}

/**
 * Must begin each transaction that writes for a caller and does not begin with `queryToWrite`: until it ends, the last
 * rows of the storefront are not copied to another installation. Never waits for long.
 * @throws ServiceError unavailable if the storefront is being moved to another installation or here, or has been moved
 * away
 */
export async function requireNotMoving(transaction: Knex.Transaction, storefrontId: string): Promise<void> {
  refuse(unwritable, (await shareMove(transaction, storefrontId))?.state)
}

function refuse(refused: readonly MoveState[], state: MoveState | null | undefined): void {
  if (!state || !refused.includes(state)) return
  throw new ServiceError(
    'unavailable',
    'The storefront is being moved to other servers, which takes a moment. Try again shortly.',
    { retryAfterS: 1 },
  )
}
