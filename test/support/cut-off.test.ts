import { expect, test } from '@jest/globals'
import { cutOff } from './cut-off.ts'

test('work that ends gives its result, or throws its error', () => {
  expect(cutOff(() => 'done')).toBe('done')
  const error = new Error('no')
  expect(() =>
    cutOff(() => {
      throw error
    }),
  ).toThrow(error)
})

test('work that does not end is ended, also inside of a regular expression', () => {
  expect(() =>
    cutOff(() => {
      for (;;);
    }, 50),
  ).toThrow('timed out')
  expect(() => cutOff(() => /^(?:a|a)*b/.test('a'.repeat(100)), 50)).toThrow('timed out')
})
