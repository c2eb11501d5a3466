import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { guard, unguard } from './formula-guard.ts'
import { arbitraryText } from './testing/arbitrary-catalog.ts'

describe('the formula guard', () => {
  test.each(['=1+1', '+1', '-1', '@a', '\t1', '\n=1', ' =1', "'=1", "''  -1", '＝1', '＋1', '－1', '＠1'])(
    'puts an apostrophe in front of %j',
    (text) => expect(guard(text)).toBe(`'${text}`),
  )

  test.each(['', 'a', "'a", "'", '1-1', ' a', 'a=1', "rock'n'roll"])('leaves %j as it is', (text) => {
    expect(guard(text)).toBe(text)
    expect(unguard(text)).toBe(text)
  })

  test('takes off exactly what it put on, whatever the text', () => {
    const texts = fc.oneof(arbitraryText, fc.stringMatching(/^'{0,3}\s{0,2}[=+\-@'a\t]{0,3}$/))
    fc.assert(fc.property(texts, (text) => expect(unguard(guard(text))).toBe(text)))
  })

  test('leaves no text that a spreadsheet would run', () => {
    fc.assert(fc.property(arbitraryText, (text) => expect(guard(text)).not.toMatch(/^\s*[=+\-@＝＋－＠]/)))
  })
})
