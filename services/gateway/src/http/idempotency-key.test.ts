import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { readIdempotencyKey } from './idempotency-key.ts'

const read = (value?: string) => readIdempotencyKey({ 'idempotency-key': value })

describe('an idempotency key', () => {
  test('is optional', () => {
    expect(readIdempotencyKey({})).toBeNull()
  })

  test('is the same with and without quotation marks', () => {
    expect(read('8e03978e-40d5-43dd-bc93-6894a57f9324')).toBe('8e03978e-40d5-43dd-bc93-6894a57f9324')
    expect(read('"8e03978e-40d5-43dd-bc93-6894a57f9324"')).toBe('8e03978e-40d5-43dd-bc93-6894a57f9324')
  })

  test('may be any text of printable ASCII in quotation marks', () => {
    const printable = fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    })
    fc.assert(
      fc.property(printable, (key) => {
        fc.pre(key.length > 0 && key.length <= 255)
        expect(read(`"${key.replaceAll(/["\\]/g, '\\$&')}"`)).toBe(key)
      }),
    )
  })

  test.each([
    ['nothing', ''],
    ['an empty string', '""'],
    ['256 characters', 'k'.repeat(256)],
    ['two keys', 'a, b'],
    ['two strings', '"a", "b"'],
    ['a string with parameters', '"a";b=1'],
    ['a string that does not end', '"a'],
    ['a backslash before another character', '"a\\b"'],
    ['a space', 'a b'],
    ['a letter beyond ASCII', 'clé'],
    ['a control character', 'a\tb'],
  ])('of %s is refused, by the name of the header', (_what, value) => {
    expect(() => read(value)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        errors: [expect.objectContaining({ parameter: 'Idempotency-Key' })],
      }),
    )
  })
})
