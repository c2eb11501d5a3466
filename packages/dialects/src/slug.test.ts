import { handleColumn } from '@catalog/catalog'
import { anyCharacter } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { cutOff } from '../../../test/support/cut-off.ts'
import { slug } from './slug.ts'

describe('the slug of a text', () => {
  test.each([
    ['Linen Shirt', 'linen-shirt'],
    ['  Shirt -- 100% (linen) ', 'shirt-100-linen'],
    ['Men’s “Café” T-Shirt', 'mens-café-t-shirt'],
    ["Men's", 'mens'],
    ['ÄPFEL & Birnen', 'äpfel-birnen'],
    ['リネン シャツ', 'リネン-シャツ'],
    ['हिन्दी', 'हिन्दी'],
    ['a_b.c/d', 'a-b-c-d'],
    ['İnci Küpe', 'inci-küpe'],
    ['!?', ''],
    ['', ''],
  ])('of “%s” is “%s”', (text, expected) => {
    expect(slug(text)).toBe(expected)
  })

  test('is composed, and has no mark without its letter', () => {
    expect(slug('Cafe\u0301 \u0301x')).toBe('caf\u00E9-x')
  })

  test('has at most 255 characters and does not end in a hyphen', () => {
    expect(slug(`${'𠀀'.repeat(254)} b`)).toBe('𠀀'.repeat(254))
    expect(slug('a'.repeat(300))).toBe('a'.repeat(255))
  })

  test('of a long text is made of its beginning, in linear time', () => {
    const marks = '\u0300\u0316'.repeat(500_000)
    expect(cutOff(() => slug(`a ${marks}`))).toBe('a')
    expect(slug(`${'a b '.repeat(200)}${marks}`)).toBe(slug('a b '.repeat(200)))
  })

  test('of ASCII text is the same as beside other letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), (text) => {
        expect(slug(`${text} é`)).toBe(slug(text) === '' ? 'é' : `${slug(text)}-é`)
      }),
    )
  })

  test('of any text is a handle, or empty, and its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
        const handle = slug(text)
        expect(slug(handle)).toBe(handle)
        if (handle !== '') expect(handleColumn.format.read(handle, '.')).toEqual({ value: handle })
      }),
    )
  })
})
