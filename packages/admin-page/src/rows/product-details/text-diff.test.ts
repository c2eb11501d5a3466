import { anyCharacter } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { foldPieces } from './fold-pieces.ts'
import type { FoldedPiece } from './fold-pieces.ts'
import { diffTexts } from './text-diff.ts'

describe('the difference of two texts', () => {
  test('is in whole words', () => {
    expect(diffTexts('Hand-thrown mug, fired at 1240 °C', 'Hand-thrown mugs, fired at 1260 °C')).toEqual([
      { kind: 'same', text: 'Hand-thrown ' },
      { kind: 'removed', text: 'mug' },
      { kind: 'added', text: 'mugs' },
      { kind: 'same', text: ', fired at ' },
      { kind: 'removed', text: '1240' },
      { kind: 'added', text: '1260' },
      { kind: 'same', text: ' °C' },
    ])
  })

  test('joins consecutive words into one change', () => {
    expect(diffTexts('A small red cup of clay', 'A large blue cup of clay')?.slice(1, 3)).toEqual([
      { kind: 'removed', text: 'small red' },
      { kind: 'added', text: 'large blue' },
    ])
  })

  test('is found in a text without spaces', () => {
    const pieces = diffTexts('手工制作的咖啡杯', '手工制作的茶杯')
    expect(pieces?.[0]).toEqual({ kind: 'same', text: '手工制作的' })
  })

  test('is not shown if nothing but spaces and commas stays', () => {
    expect(diffTexts('one, two, three, four, five', 'six, seven, eight, nine, ten')).toBeNull()
  })

  test('is given up if long texts have nothing in common', () => {
    expect(diffTexts('a '.repeat(32_768), 'b-'.repeat(32_768))).toBeNull()
  })

  test('contains both texts, folded or not, whatever they are', () => {
    const seen = { shown: 0, folded: 0 }
    fc.assert(
      fc.property(arbitraryTexts, ([before, after]) => {
        const pieces = diffTexts(before, after)
        if (pieces === null) return
        seen.shown++
        const folded = foldPieces(pieces)
        if (folded.some(({ kind }) => kind === 'folded')) seen.folded++
        for (const some of [pieces, folded]) {
          expect(joined(some, 'added')).toBe(before)
          expect(joined(some, 'removed')).toBe(after)
          expect(some.every(({ text }) => text !== '')).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
    expect(Math.min(seen.shown, seen.folded)).toBeGreaterThan(100)
  })
})

describe('folded text', () => {
  const long = 'Lorem ipsum dolor sit amet consectetur. '.repeat(30)

  test('leaves some sixty characters around a change, and ends between words', () => {
    const pieces = foldPieces([
      { kind: 'same', text: long },
      { kind: 'removed', text: 'red' },
      { kind: 'added', text: 'blue' },
      { kind: 'same', text: long },
    ])
    expect(pieces.map(({ kind }) => kind)).toEqual(['folded', 'same', 'removed', 'added', 'same', 'folded'])
    for (const { text } of pieces.filter(({ kind }) => kind === 'same')) {
      expect(text.length).toBeGreaterThanOrEqual(55)
      expect(text.length).toBeLessThanOrEqual(80)
    }
    expect(pieces[0]?.text).toMatch(/\s$/)
    expect(pieces[5]?.text).toMatch(/^\s/)
  })

  test('is at least longer than the button', () => {
    const short = 'x '.repeat(45)
    expect(
      foldPieces([
        { kind: 'same', text: short },
        { kind: 'added', text: 'y' },
      ]),
    ).toHaveLength(2)
  })

  test('never splits a character', () => {
    const family = '👩‍👩‍👧'
    const pieces = foldPieces([
      { kind: 'added', text: 'x' },
      { kind: 'same', text: family.repeat(60) },
    ])
    for (const { text } of pieces.slice(1)) expect(text.replaceAll(family, '')).toBe('')
  })
})

/** A text and an edited version of it. */
const arbitraryTexts = fc
  .tuple(
    fc.array(
      fc.record({
        text: fc.oneof(
          fc.string({ unit: anyCharacter, maxLength: 12 }),
          fc
            .constantFrom('word ', 'Größe', ' ', '\n', '<p>', '👍🏽', 'สวัสดี', 'e\u0301', '한국어 ')
            .map((text) => text.repeat(25)),
        ),
        fate: fc.constantFrom('stays', 'stays', 'stays', 'goes', 'comes'),
      }),
      { maxLength: 12 },
    ),
  )
  .map(([parts]) =>
    ['comes', 'goes'].map((other) => parts.map(({ text, fate }) => (fate === other ? '' : text)).join('')),
  )
  .map(([before = '', after = '']) => [before, after] as const)

function joined(pieces: readonly FoldedPiece[], without: string): string {
  return pieces.map(({ kind, text }) => (kind === without ? '' : text)).join('')
}
