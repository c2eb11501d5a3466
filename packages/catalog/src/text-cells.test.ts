import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { cutOff } from '../../../test/support/cut-off.ts'
import { anyCharacter } from './testing/any-character.ts'
import { arbitraryText } from './testing/arbitrary-catalog.ts'
import {
  codeText,
  compareCodePoints,
  handleText,
  imageUrl,
  maxHandleLength,
  normalizeHandle,
  statusWord,
  withoutControlCharacters,
  tagList,
  text,
} from './text-cells.ts'

describe('a handle', () => {
  test.each([
    ['Linen-Shirt', 'linen-shirt'],
    ['e\u0301te\u0301', 'été'],
    ['GRÖSSE-42', 'grösse-42'],
    ['рубашка', 'рубашка'],
    ['कमीज', 'कमीज'],
    ['T--Shirt_v1.2-', 't--shirt_v1.2-'],
    ['_draft', '_draft'],
  ])('%s is %s', (cell, value) => expect(handleText.read(cell, '.')).toEqual({ value }))

  test.each(['a b', '-a', '.a', '..', 'a/b', 'a-\u0301', '!', '\u0301'])('%j is not one', (cell) => {
    expect(handleText.read(cell, '.').problem?.code).toBe('invalid_handle')
  })

  test('reads as itself once it is read', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (handle) => {
        const once = normalizeHandle(handle)
        expect(normalizeHandle(once)).toBe(once)
      }),
    )
  })

  test.each([
    ['more characters than it can be composed of', 'A\u0300'.repeat(2 * maxHandleLength + 1)],
    ['more marks in a row than it has characters', `A${'\u0300\u0316'.repeat(maxHandleLength / 2 + 3)}`],
  ])('of %s is too long, and is not normalised first', (_what, cell) => {
    expect(normalizeHandle(cell)).toBe(cell)
    expect(handleText.read(cell, '.').problem?.code).toBe('too_long')
  })

  test('is read in linear time, however many marks follow each other', () => {
    const cell = `a${'\u0300\u0316'.repeat(500_000)}`
    expect(cutOff(() => handleText.read(cell, '.')).problem?.code).toBe('too_long')
  })

  test('may be written in four times as many characters', () => {
    const cell = '\u03C9\u0313\u0300\u0345'.repeat(maxHandleLength)
    expect(handleText.read(cell, '.')).toEqual({ value: '\u1FA2'.repeat(maxHandleLength) })
  })

  test('cannot be written in more: no character decomposes into five, in lower case into fewer, or into marks in a row', () => {
    const odd: string[] = []
    const marks = /^[\p{Mn}--[\u0C46\u{11131}\u{11132}\u{1611E}\u{16129}]]\p{Mn}*$/v
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      const decomposed = character.normalize('NFD')
      const composed = character.normalize('NFC')
      const lower = composed.toLowerCase()
      if (decomposed === character && lower === character) continue
      const length = Array.from(decomposed).length
      const isMade = composed === character && decomposed !== character
      if (length > 4 || length > Array.from(lower.normalize('NFD')).length) odd.push(character)
      if (isMade && marks.test(decomposed)) odd.push(character)
    }
    expect(odd).toEqual([])
  })

  test('of 255 characters is one, however it is written', () => {
    const letter = fc.constantFrom(
      'a',
      'Ω',
      '\u1FA2',
      '\u01D5',
      '각',
      'İ',
      '\u212B',
      '\u{1D15E}',
      '\u0C48',
      '\u{16128}',
      'x\u0316',
      '-',
    )
    const marks = fc.string({ unit: fc.constantFrom('\u0300', '\u0316', '\u0345'), maxLength: 100 })
    const handle = fc.array(fc.oneof({ weight: 20, arbitrary: letter }, marks), {
      minLength: 150,
      maxLength: 300,
    })
    fc.assert(
      fc.property(handle, fc.constantFrom('NFC', 'NFD'), (parts, form) => {
        const cell = parts.join('').normalize(form)
        const normalized = cell.normalize('NFC').toLowerCase().normalize('NFC')
        const isLong = Array.from(normalized).length > maxHandleLength
        expect(handleText.read(cell, '.').problem?.code === 'too_long').toBe(isLong)
        if (!isLong) expect(normalizeHandle(cell)).toBe(normalized)
      }),
      { numRuns: 500 },
    )
  })
})

describe('text', () => {
  test('is counted in characters, not in UTF-16 units', () => {
    expect(text(3).read('🧵🧵🧵', '.')).toEqual({ value: '🧵🧵🧵' })
    expect(text(3).read('🧵🧵🧵a', '.').problem?.code).toBe('too_long')
  })

  test('holds no control characters but tabs and line breaks', () => {
    expect(withoutControlCharacters('a\u0000\u0007b\u001b\u007f\u0085\u009f\t\r\n\u00A0c')).toBe(
      'ab\t\r\n\u00A0c',
    )
  })

  test('may hold tabs and line breaks', () => {
    expect(text(9).read('a\tb\nc', '.')).toEqual({ value: 'a\tb\nc' })
  })
})

describe('a SKU', () => {
  test.each(['1.23E+11', '1,23E+11', '5e+10'])('%s is what a spreadsheet left of it', (cell) => {
    expect(codeText(255).read(cell, '.').problem?.code).toBe('scientific_notation')
  })

  test.each(['0012', '1E5', 'E+11', '12E+5', 'A-1.23E+11'])('%s stays as it is', (cell) => {
    expect(codeText(255).read(cell, '.')).toEqual({ value: cell })
  })
})

describe('tags', () => {
  test('are a set, sorted by code point', () => {
    expect(tagList.read(' b , a,,b, \u{1D49C} ,\uFF21, B', '.')).toEqual({
      value: ['B', 'a', 'b', '\uFF21', '\u{1D49C}'],
    })
  })

  test('are at most 250, of at most 255 characters', () => {
    const tags = Array.from({ length: 250 }, (_, index) => `tag ${index}`)
    expect(tagList.read(tags.join(','), '.').value).toHaveLength(250)
    expect(tagList.read([...tags, 'one more'].join(','), '.').problem?.code).toBe('too_many_tags')
    expect(tagList.read('x'.repeat(256), '.').problem?.code).toBe('too_long')
  })

  test('are sorted as PostgreSQL sorts by collate "C": by their UTF-8 bytes', () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
  })
})

describe('the address of an image', () => {
  test.each([
    'https://a.example/1.jpg, https://a.example/2.jpg',
    'https://a.example/1.jpg https://a.example/2.jpg',
    'https://a.example/1.jpg;http://a.example/2.jpg',
    'https://a.example/1.jpg|HTTPS://a.example/2.jpg',
    `https://a.example/${'x'.repeat(3_000)},https://a.example/2.jpg`,
  ])('stands alone in its cell: %s', (cell) => {
    expect(imageUrl.read(cell, '.').problem?.code).toBe('several_urls')
  })

  test.each([
    'https://a.example/fetch/w_100,h_100/https://b.example/2.jpg',
    'https://a.example/?url=https://b.example/2.jpg',
  ])('may hold another one: %s', (cell) => {
    expect(imageUrl.read(cell, '.')).toEqual({ value: cell })
  })

  test('may lack its scheme, as in the pages of a shop', () => {
    expect(imageUrl.read('//a.example/1.jpg', '.')).toEqual({ value: 'https://a.example/1.jpg' })
    expect(imageUrl.read('//', '.').problem?.code).toBe('invalid_url')
  })
})

test('a status may be written in any case', () => {
  expect(statusWord.read('Archived', '.')).toEqual({ value: 'archived' })
  expect(statusWord.read('published', '.').problem?.code).toBe('invalid_status')
})
