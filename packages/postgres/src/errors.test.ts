import { describe, expect, test } from '@jest/globals'
import { DatabaseError } from 'pg'
import { errorClass, isLockTimeout, isUnavailable, isUnreachable } from './errors.ts'

function stateError(code: string): DatabaseError {
  return Object.assign(new DatabaseError('refused', 7, 'error'), { code })
}

function nodeError(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

describe('an error', () => {
  test.each<[string, Error]>([
    ['of a server that shuts down', stateError('57P01')],
    ['of a server that starts', stateError('57P03')],
    ['of a broken connection', stateError('08006')],
    ['of too many connections', stateError('53300')],
    ['of a port that nobody listens on', nodeError('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED')],
    ['of a connection that times out in the middle of a query', nodeError('read ETIMEDOUT', 'ETIMEDOUT')],
    ['of a write to a closed connection', nodeError('write EPIPE', 'EPIPE')],
    ['of a name that is not known for the moment', nodeError('getaddrinfo EAI_AGAIN db', 'EAI_AGAIN')],
    ['of a certificate that has expired', nodeError('certificate has expired', 'CERT_HAS_EXPIRED')],
    ['of a CA that is not trusted', nodeError('self-signed', 'SELF_SIGNED_CERT_IN_CHAIN')],
    ['of a connection that pg found closed', nodeError('Connection terminated unexpectedly')],
    [
      'of a client that has met one',
      nodeError('Client has encountered a connection error and is not queryable'),
    ],
    ['of a pool that has no connection in time', nodeError('timeout expired')],
  ])('%s is about the connection', (_, error) => {
    expect(isUnreachable(error)).toBe(true)
    expect(errorClass(error)).toMatch(/^(connection_exception|operator_intervention|insufficient_resources)$/)
  })

  test.each(['25006', '53100', '53200', '53300', '53400', '57P01', '57P02', '57P03', '08000', '08006'])(
    '%s may not be met again',
    (code) => expect(isUnavailable(stateError(code))).toBe(true),
  )

  test.each(['25001', '42601', '23505', '54000', 'XX000'])('%s stays as it is', (code) =>
    expect(isUnavailable(stateError(code))).toBe(false),
  )

  test.each<[string, unknown, string]>([
    ['of the statement', stateError('42601'), 'syntax_error_or_access_rule_violation'],
    ['of the data, though its text names a connection', nodeError('connection is no known column'), 'Error'],
    ['of our own', new TypeError('undefined is not a function'), 'TypeError'],
    ['of a class that is not in the table', stateError('F0000'), 'sqlstate_f0'],
    ['that is none', 'text', 'unknown'],
  ])('%s is not', (_, error, name) => {
    expect(isUnreachable(error)).toBe(false)
    expect(errorClass(error)).toBe(name)
  })

  test('of a lock timeout is recognised', () => {
    expect([stateError('55P03'), stateError('57014')].map(isLockTimeout)).toEqual([true, true])
    expect([stateError('23505'), nodeError('timeout expired')].map(isLockTimeout)).toEqual([false, false])
  })
})
