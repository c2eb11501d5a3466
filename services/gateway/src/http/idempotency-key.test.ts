import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import malformed from '../testing/malformed-keys.json' with { type: 'json' }
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

  test.each([...malformed, { what: '256 characters', value: 'k'.repeat(256) }])(
    'of $what is refused, by the name of the header',
    ({ value }) => {
      expect(() => read(value)).toThrow(
        expect.objectContaining({
          code: 'invalid_request',
          errors: [expect.objectContaining({ parameter: 'Idempotency-Key' })],
        }),
      )
    },
  )
})
