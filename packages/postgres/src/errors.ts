import { DatabaseError } from 'pg'
import { ConfigError } from '@catalog/runtime'

/** Whether the error is about the connection, not about what was sent over it. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseError) return unreachableStates.test(error.code ?? '')
  // Of a new connection, in which not everything is in force (session.ts).
  if (error instanceof ConfigError) return true
  const { code, name, message } = fieldsOf(error)
  return (
    connectionCodes.has(code) ||
    tlsCodes.test(code) ||
    name === 'KnexTimeoutError' ||
    connectionLost.test(message)
  )
}

/**
 * pg's messages, without a code, for a connection that ended or could not be opened. knex puts the statement in front.
 */
const connectionLost =
  /Connection terminated|timeout expired|does not support SSL connections|Client has encountered a connection error/

/** SQLSTATEs: connection exceptions, too many connections, server shutting down, crashed or starting. */
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

/** Of OpenSSL and Node: the server's certificate is refused. */
const tlsCodes = /^(CERT_|ERR_TLS_|UNABLE_TO_)|_SELF_SIGNED_CERT$|^SELF_SIGNED_CERT_/

/**
 * Whether the same request may succeed later: the server cannot be reached, or refuses requests for the moment. After a
 * failover, existing connections may lead to a server that has become read-only.
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

/** SQLSTATEs: out of disk, memory, connections, or another limit that an operator can raise. */
const exhaustedStates = /^53...$/

/** Whether a lock could not be acquired within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '55P03' || error.code === '57014')
}

/** The kind of error for an alert: PostgreSQL's class of it, or the error's name. Never its message. */
export function errorClass(error: unknown): string {
  if (error instanceof DatabaseError && error.code !== undefined) {
    return stateClasses[error.code.slice(0, 2)] ?? `sqlstate_${error.code.slice(0, 2).toLowerCase()}`
  }
  if (isUnreachable(error)) return 'connection_exception'
  return fieldsOf(error).name || 'unknown'
}

/** The classes of PostgreSQL's Appendix A that a write can meet. */
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

/** Without `instanceof Error`: Node's own errors may come from another realm. */
function fieldsOf(error: unknown): { code: string; name: string; message: string } {
  return { code: textOf(error, 'code'), name: textOf(error, 'name'), message: textOf(error, 'message') }
}

function textOf(error: unknown, field: string): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined
  return typeof value === 'string' ? value : ''
}
