import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
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

  test('keeps quotation marks that are none around a value', () => {
    expect(read('size=5",height=6"')).toEqual([
      ['size', '5"'],
      ['height', '6"'],
    ])
    expect(read('size="5,height=6')).toEqual([
      ['size', '"5'],
      ['height', '6'],
    ])
  })

  test('tells what stands before the first code', () => {
    expect(keyValues('Cotton, washed,size=S')).toEqual({
      values: new Map([['size', 'S']]),
      unread: 'Cotton, washed',
    })
    expect(keyValues('')).toEqual({ values: new Map(), unread: '' })
  })

  test('gives back any values that Magento writes in quotation marks', () => {
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

  test('is read in bounded time, however it is written', () => {
    for (const piece of ['a="', ',a="b', '"",a=', ', , ', 'a=b|', ',a']) {
      const started = performance.now()
      keyValues(piece.repeat(100_000))
      expect(performance.now() - started).toBeLessThan(2_000)
    }
  })
})
