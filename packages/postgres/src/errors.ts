import { DatabaseError } from 'pg'

/** Whether the error is about the connection and not about what was sent over it. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseError) return unreachableStates.test(error.code ?? '')
  const { code, name, message } = fieldsOf(error)
  return connectionCodes.has(code) || name === 'KnexTimeoutError' || connectionLost.test(message)
}

/** What pg says, without a code, of a connection that ended or did not come about. knex puts the statement in front. */
const connectionLost = /Connection terminated|timeout expired|Client has encountered a connection error/

/** Connection exceptions, too many connections, server shutting down, crashed, or starting. */
const unreachableStates = /^(08...|53300|57P0[1-5])$/

const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])

/**
 * Whether the same may succeed later, as it is: the server cannot be reached, or is there and takes nothing for the
 * moment. After a failover, connections may lead to a server that is read-only from now on.
 */
export function isUnavailable(error: unknown): boolean {
  return (
    isUnreachable(error) ||
    isReadOnly(error) ||
    (error instanceof DatabaseError && exhaustedStates.test(error.code ?? ''))
  )
}

/** Whether the server, or the connection to it, is read-only. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '25006'
}

/** Out of disk, memory, connections, or another limit that an operator can raise. */
const exhaustedStates = /^53...$/

/** Whether a lock was not to be had in time. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '57014')
}

/** What kind of error it is, for an alert: PostgreSQL's class of it, or its own name. Never its text. */
export function errorClass(error: unknown): string {
  if (error instanceof DatabaseError && error.code !== undefined) {
    return stateClasses[error.code.slice(0, 2)] ?? `sqlstate_${error.code.slice(0, 2).toLowerCase()}`
  }
  if (isUnreachable(error)) return 'connection_exception'
  return fieldsOf(error).name || 'unknown'
}

/** Of PostgreSQL's Appendix A, those that a write can meet. */
const stateClasses: Record<string, string> = {
  '08': 'connection_exception',
  '22': 'data_exception',
  '23': 'integrity_constraint_violation',
  '25': 'invalid_transaction_state',
  '40': 'transaction_rollback',
  '42': 'syntax_error_or_access_rule_violation',
  '53': 'insufficient_resources',
  '54': 'program_limit_exceeded',
  '55': 'object_not_in_prerequisite_state',
  '57': 'operator_intervention',
  '58': 'system_error',
  P0: 'plpgsql_error',
  XX: 'internal_error',
}

/** Not by `instanceof Error`: one of Node's own errors may come from another realm. */
function fieldsOf(error: unknown): { code: string; name: string; message: string } {
  return { code: textOf(error, 'code'), name: textOf(error, 'name'), message: textOf(error, 'message') }
}

function textOf(error: unknown, field: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined
  return typeof value === 'string' ? value : ''
}
