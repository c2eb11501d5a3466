import type { Knex } from 'knex'
import { ServiceError } from '@catalog/contracts'
import { query } from '../postgres/database.ts'
import type { Database, Statement } from '../postgres/database.ts'
import { findMove, shareMove } from './storefront-moves.sql.ts'
import type { MoveColumn, MoveState } from './storefront-moves.sql.ts'

const unreadable: readonly MoveState[] = ['moved', 'incoming']
const unwritable: readonly MoveState[] = ['frozen', 'switching', ...unreadable]

/**
 * The rows of the statement with which a caller's request begins to read a storefront; it must select `moveState`.
 * @throws ServiceError as `requireServedHere`
 */
export async function queryHere<Row>(
  database: Database,
  storefrontId: string,
  statement: Statement,
): Promise<Row[]> {
  const rows = await query<Row & MoveColumn>(database, statement)
  await requireServedHere(database, storefrontId, rows[0])
  return rows
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
 * The rows of the statement with which a caller's request begins to write; it must select `sharedMoveState`.
 * @throws ServiceError as `requireNotMoving`
 */
export async function queryToWrite<Row>(
  transaction: Knex.Transaction,
  storefrontId: string,
  statement: Statement,
): Promise<Row[]> {
  const rows = await query<Row & MoveColumn>(transaction, statement)
  const [row] = rows
  if (row === undefined) await requireNotMoving(transaction, storefrontId)
  else refuse(unwritable, row.move)
  return rows
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
