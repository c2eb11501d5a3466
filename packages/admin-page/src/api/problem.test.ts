import { describe, expect, test } from '@jest/globals'
import proxyAnswers from './problem.cases.json' with { type: 'json' }
import { errorOfAnswer, isTransient, unreachable } from './problem.ts'
import page from '../messages/en/page.json' with { type: 'json' }
import { knownCode, learnCodes } from '../messages/known-codes.ts'

const none = () => null
const problem = (code: string) =>
  JSON.stringify({ type: 't', title: 't', status: 409, code, detail: 'Because.', request_id: 'r-1' })

describe('an error answer', () => {
  test('has the contents of its problem document', () => {
    expect(errorOfAnswer(409, problem('draft_stale'), none)).toMatchObject({
      status: 409,
      code: 'draft_stale',
      message: 'Because.',
      requestId: 'r-1',
      retryAfterS: null,
    })
  })

  test('has the time after which to retry', () => {
    const headers: Record<string, string> = { 'Retry-After': '7', 'X-Request-Id': 'r-2' }
    const error = errorOfAnswer(503, '', (name) => headers[name] ?? null)
    expect(error).toMatchObject({ code: 'unavailable', retryAfterS: 7, requestId: 'r-2' })
  })

  test.each(proxyAnswers)('of a proxy with $status and its own page is $code', ({ status, code }) => {
    expect(errorOfAnswer(status, '<html>', none).code).toBe(code)
    expect(errorOfAnswer(status, '{"message": "no"}', none).code).toBe(code)
    expect(errorOfAnswer(status, 'null', none).code).toBe(code)
  })
})

test('only transient problems are reported as transient', () => {
  expect(isTransient(unreachable())).toBe(true)
  expect(isTransient(errorOfAnswer(503, '', none))).toBe(true)
  expect(isTransient(errorOfAnswer(409, problem('draft_stale'), none))).toBe(false)
})

test.each([
  ['draft_stale', 'draft_stale'],
  ['of_next_year', 'unknown'],
  ['toString', 'unknown'],
])('the code %s has the message of %s', (code, key) => {
  learnCodes(page)
  expect(knownCode('problems', code)).toBe(key)
})
