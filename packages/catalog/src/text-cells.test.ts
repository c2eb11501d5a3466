import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { anyCharacter } from './testing/any-character.ts'
import { arbitraryText } from './testing/arbitrary-catalog.ts'
import {
  codeText,
  compareCodePoints,
  handleText,
  normalizeHandle,
  statusWord,
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
  ])('%s is %s', (cell, value) => expect(handleText.read(cell, '.')).toEqual({ value }))

  test.each(['a b', 'a--b', '-a', 'a-', 'a_b', 'a/b', 'a.b', '!', '\u0301'])('%j is not one', (cell) => {
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
})

describe('text', () => {
  test('is counted in characters, not in UTF-16 units', () => {
    expect(text(3).read('🧵🧵🧵', '.')).toEqual({ value: '🧵🧵🧵' })
    expect(text(3).read('🧵🧵🧵a', '.').problem?.code).toBe('too_long')
  })

  test.each(['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f'])('may not hold %j', (character) => {
    expect(text(9).read(`a${character}b`, '.').problem?.code).toBe('control_character')
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

test('a status may be written in any case', () => {
  expect(statusWord.read('Archived', '.')).toEqual({ value: 'archived' })
  expect(statusWord.read('published', '.').problem?.code).toBe('invalid_status')
})
