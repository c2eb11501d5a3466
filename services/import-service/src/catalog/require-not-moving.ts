import type { Knex } from 'knex'
import { ServiceError } from '@catalog/contracts'
import type { Database } from '../postgres/database.ts'
import { findMove, shareMove } from './storefront-moves.sql.ts'
import type { MoveState } from './storefront-moves.sql.ts'

const unreadable = new Set<MoveState>(['moved', 'incoming'])
const unwritable = new Set<MoveState>(['frozen', 'switching', ...unreadable])

/** @throws ServiceError unavailable if the storefront is in another installation, or is being moved here */
export async function requireServedHere(database: Database, storefrontId: string): Promise<void> {
  const move = await findMove(database, storefrontId)
  if (move && unreadable.has(move.state)) throw isMoving()
}

/**
 * Must begin each transaction that writes for a caller: until it ends, the last rows of the storefront are not copied
 * to another installation. Never waits for long.
 * @throws ServiceError unavailable if the storefront is being moved to another installation or here, or has been moved
 * away
 */
export async function requireNotMoving(transaction: Knex.Transaction, storefrontId: string): Promise<void> {
  const move = await shareMove(transaction, storefrontId)
  if (move && unwritable.has(move.state)) throw isMoving()
}

function isMoving(): ServiceError {
  return new ServiceError(
    'unavailable',
    'The storefront is being moved to other servers, which takes a moment. Try again shortly.',
    { retryAfterS: 1 },
  )
}
