import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { quotedList } from './quoted-list.ts'

test.each([
  ['"a"', ['a']],
  ['""', ['']],
  ['"a"|"b ""c"""', ['a', 'b "c"']],
  ['"a|b"|""', ['a|b', '']],
])('%s is the list %j', (text, values) => expect(quotedList(text, '|')).toEqual(values))

test.each(['', 'a', '"', '"a', '"a"|', '|"a"', '"a" ', '"a"b', '"a","b"', '"""', '"a"|b'])(
  '%j is none',
  (text) => expect(quotedList(text, '|')).toBeUndefined(),
)

test('accepts the same texts as a regular expression', () => {
  const isList = /^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/
  const text = fc.string({ unit: fc.constantFrom('"', ',', 'a', '","'), maxLength: 12 })
  fc.assert(
    fc.property(text, (written) => {
      expect(quotedList(written, ',') !== undefined).toBe(isList.test(written))
    }),
    { numRuns: 2_000 },
  )
})

test('reads back any values', () => {
  const values = fc.array(fc.string({ unit: fc.constantFrom('"', '|', 'a') }), { minLength: 1 })
  fc.assert(
    fc.property(values, (list) => {
      const text = list.map((value) => `"${value.replaceAll('"', '""')}"`).join('|')
      expect(quotedList(text, '|')).toEqual(list)
    }),
  )
})
