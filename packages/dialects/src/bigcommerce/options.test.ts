import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { readPipedOptions, readTaggedOptions } from './options.ts'

describe.each([
  [
    'tagged (v2)',
    readTaggedOptions,
    (pairs: [string, string][]) => pairs.map(([n, v]) => `[RT]${n}= ${v}`).join(','),
  ],
  [
    'piped (v3)',
    readPipedOptions,
    (pairs: [string, string][]) => pairs.map(([n, v]) => `Type=Radio|Name=${n}|Value=${v}`).join(''),
  ],
])('options that are %s', (_, read, write) => {
  test('are what was written', () => {
    const word = fc.stringMatching(/^[A-Za-zäø][A-Za-zäø0-9 .()/&-]{0,20}[A-Za-zäø0-9]$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 5 }), (pairs) => {
        expect(read(write(pairs))).toEqual(pairs.map(([name, value]) => ({ name, value })))
      }),
    )
  })

  test('are options or none, whatever the text', () => {
    const piece = fc.constantFrom(
      '[S]',
      '[CS]',
      'Type=',
      '|Name=',
      '|Value=',
      '=',
      ',',
      '|',
      'Red',
      ':#',
      '[#',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const options = read(pieces.join(''))
        expect(options === undefined || options.every(({ name, value }) => name !== '' && value !== '')).toBe(
          true,
        )
      }),
    )
  })

  test('longer than any options are refused at once', () => {
    expect(read('[S]a='.repeat(1_000_000))).toBeUndefined()
  })
})
