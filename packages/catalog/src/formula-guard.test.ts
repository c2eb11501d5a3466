import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { guard, unguard } from './formula-guard.ts'
import { arbitraryText } from './testing/arbitrary-catalog.ts'

/** Texts of the characters that matter. */
const pieces = fc
  .array(fc.constantFrom(...";|\t|\n|\r\n| |\u00a0|'|=|+|-|@|a|＝|－".split('|')), { maxLength: 8 })
  .map((characters) => characters.join(''))

describe('the formula guard', () => {
  test.each(['=1+1', '+1', '-1', '@a', '\t1', ' =1', "'=1", "''  -1", '＝1', '＋1', '－1', '＠1'])(
    'puts an apostrophe in front of %j',
    (text) => expect(guard(text)).toBe(`'${text}`),
  )

  test.each(['', 'a', "'a", "'", '1-1', ' a', 'a=1', "rock'n'roll"])('leaves %j as it is', (text) => {
    expect(guard(text)).toBe(text)
    expect(unguard(text)).toBe(text)
  })

  test.each([
    ['x;=1+1', "x;'=1+1"],
    ['x\t-1', "x\t'-1"],
    ["x;'@a", "x;''@a"],
    ['\n=1', "'\n'=1"],
    ['x; =1', "x;' =1"],
    ["x;'=1;=2", "x;''=1;'=2"],
    ['x\n=1', "x\n'=1"],
    ['x\n-1', "x\n'-1"],
    ['=1;+1', "'=1;'+1"],
  ])('puts one in front of what begins a cell for a spreadsheet of another language: %j', (text, guarded) => {
    expect(guard(text)).toBe(guarded)
    expect(unguard(guarded)).toBe(text)
  })

  test.each(['a; b', 'a;b=1', 'Soft\n- warm\n- dry', 'a;\tb', "a;'b"])('leaves %j as it is', (text) => {
    expect(guard(text)).toBe(text)
    expect(unguard(text)).toBe(text)
  })

  test('takes off exactly what it put on, whatever the text', () => {
    const texts = fc.oneof(arbitraryText, fc.stringMatching(/^'{0,3}\s{0,2}[=+\-@'a\t]{0,3}$/), pieces)
    fc.assert(fc.property(texts, (text) => expect(unguard(guard(text))).toBe(text)))
  })

  test('leaves no text that a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryText, pieces), (text) => {
        for (const cell of guard(text).split(/[;\t]/)) {
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
          expect(cell).not.toMatch(/[\r\n][^\S\r\n]*(?:[=+@＝＋＠]|[-－](?! ))/)
        }
      }),
    )
  })
})
