import { expect, test } from '@jest/globals'
import { findOdd, needsCleaning } from './raw-row.ts'

test('finds each character that reading may change, at any distance from the start', () => {
  const characters = Array.from({ length: 0x2fe }, (_, code) => String.fromCodePoint(code)).concat(
    '\u0300',
    '😀',
  )
  const missed = characters.flatMap((character) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((distance) => {
      const bytes = Buffer.from(`"${'~'.repeat(distance)}${character}abcd`).subarray(1)
      return findOdd(bytes, 0) !== (needsCleaning(character) ? distance : -1)
    }),
  )
  expect(missed).toEqual([])
})
