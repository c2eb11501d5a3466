import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { cutOff } from '../../../../test/support/cut-off.ts'
import { keyValues } from './key-values.ts'

const read = (text: string) => [...keyValues(text).values]

describe('a list of attributes', () => {
  test('has a code and a value between commas', () => {
    expect(read('size=S, Color=Red,note=')).toEqual([
      ['size', 'S'],
      ['color', 'Red'],
      ['note', ''],
    ])
  })

  test('keeps commas and equals signs of its values', () => {
    expect(read('care=cold, not hot,formula=a=b')).toEqual([
      ['care', 'cold, not hot'],
      ['formula', 'a=b'],
    ])
  })

  test('may have its values in quotation marks', () => {
    expect(read('a="1, b=2",c="x ""y""",d="p"|"q, r",e=""')).toEqual([
      ['a', '1, b=2'],
      ['c', 'x "y"'],
      ['d', 'p|q, r'],
      ['e', ''],
    ])
  })

  test('keeps quotation marks that do not enclose a value', () => {
    expect(read('size=5",height=6"')).toEqual([
      ['size', '5"'],
      ['height', '6"'],
    ])
    expect(read('size="5,height=6')).toEqual([
      ['size', '"5'],
      ['height', '6'],
    ])
  })

  test('returns the text before the first code', () => {
    expect(keyValues('Cotton, washed,size=S')).toEqual({
      values: new Map([['size', 'S']]),
      unread: 'Cotton, washed',
    })
    expect(keyValues('')).toEqual({ values: new Map(), unread: '' })
  })

  test('returns any values that Magento writes in quotation marks', () => {
    const pairs = fc.uniqueArray(
      fc.tuple(
        fc.stringMatching(/^[a-z][a-z0-9_]{0,5}$/),
        fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', '=', '|', ' ') }),
      ),
      { selector: ([code]) => code },
    )
    fc.assert(
      fc.property(pairs, (written) => {
        const text = written.map(([code, value]) => `${code}="${value.replaceAll('"', '""')}"`).join(',')
        expect(read(text)).toEqual(written)
      }),
    )
  })

  test('may have a value as long as a file in quotation marks', () => {
    const long = 'x'.repeat(9_000_000)
    expect(keyValues(`a="${long}"`).values.get('a')).toBe(long)
  })

  const times = 200_000

  test.each([
    ['', 'a="', [['a', `"${'a="'.repeat(times - 1)}`]], ''],
    ['', ',a="b', [['a', '"b,a="b']], ''],
    ['', '"",a=', [['a', '']], '""'],
    ['', ', , ', [], ', , '.repeat(times).trim()],
    ['', 'a=b|', [['a', `b|${'a=b|'.repeat(times - 1)}`]], ''],
    ['', ',a', [], ',a'.repeat(times)],
    ['a="', 'b', [['a', `"${'b'.repeat(times)}`]], ''],
    ['a="', '""', [['a', `"${'""'.repeat(times)}`]], ''],
  ])(
    'is read in time by its length, not by its square: %j, then %j over and over',
    (start, piece, values, unread) => {
      const result = cutOff(() => keyValues(start + piece.repeat(times)))
      expect([[...result.values], result.unread]).toEqual([values, unread])
    },
  )
})
