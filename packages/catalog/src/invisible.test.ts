import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { cleanText, plainText, spellingsOf } from './invisible.ts'
import type { TextKind } from './invisible.ts'
import { arbitraryText } from './testing/index.ts'

const kinds: TextKind[] = ['text', 'name', 'code', 'address', 'verbatim', 'number']

describe('a text is stored', () => {
  test.each<[TextKind, string, string]>([
    ['code', 'AB\u200B-1', 'AB-1'],
    ['code', '\u2060AB-1\u00AD', 'AB-1'],
    ['code', 'TU\u0308R-1', 'TÜR-1'],
    ['number', '12\u200E.50', '12.50'],
    ['address', 'https://a.example/e\u0301\u200B.jpg', 'https://a.example/e\u0301.jpg'],
    ['text', '\u200BBlue \u00ADMug \u200E', 'Blue \u00ADMug'],
    ['text', 'Gro\u0308ße', 'Größe'],
    ['text', ' – ', ' – '],
    // NFC would replace the ideograph of a name by one with another look.
    ['text', '\uFA19田 A\u030A', '\uFA19田 Å'],
    ['name', 'R\u200Be\u200Dd', 'Red'],
    // Persian for brown, a mechanic, and Devanagari: a joiner between their letters belongs to the word.
    ['name', 'قهوه\u200Cای', 'قهوه\u200Cای'],
    ['name', '👩\u200D🔧', '👩\u200D🔧'],
    ['name', 'क्\u200Dष', 'क्\u200Dष'],
    [
      'text',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    ],
    ['verbatim', ' <p>Gro\u0308ße\u200B</p>\u200B', ' <p>Größe\u200B</p>\u200B'],
  ])('as %s %j as %j', (kind, text, cleaned) => {
    expect(cleanText(text, kind)).toBe(cleaned)
  })

  test('in one way, that looks the same, whatever it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), arbitraryText, (kind, text) => {
        const cleaned = cleanText(text, kind)
        expect(cleanText(cleaned, kind)).toBe(cleaned)
        expect(cleaned.length).toBeLessThanOrEqual(text.length)
        expect(plainText(cleaned).trim()).toBe(plainText(text).trim())
        expect(spellingsOf(text)).toContain(plainText(text))
      }),
    )
  })

  test('in linear time', () => {
    for (const text of ['\u0301'.repeat(100_000), '\u200B'.repeat(100_000), `a${' \u200B'.repeat(50_000)}b`])
      for (const kind of kinds) expect(cleanText(text, kind).length).toBeLessThanOrEqual(text.length)
  }, 2_000)
})
