import { anyCharacter } from '@catalog/catalog/testing'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import names from './testing/visible-names.json' with { type: 'json' }
import { visibleName, visibleText } from './visible-text.ts'

const unseen = [
  '\u0000',
  '\n',
  '\u007f',
  '\u0085',
  '\u00ad',
  '\u200b',
  '\u202e',
  '\u2028',
  '\u2066',
  '\ufeff',
]
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...unseen, ' ', 'a', 'ü', 'u\u0308', '\ud83d', '\ude00', '😀'),
    fc.string({ unit: anyCharacter, maxLength: 1 }),
  ),
  maxLength: 600,
})

describe('a visible name', () => {
  test.each(names)('of $what', ({ text, name }) => {
    expect(visibleName(text)).toBe(name)
  })

  test('has at most 255 characters, none of them half', () => {
    expect(visibleName('x'.repeat(256))).toBe('x'.repeat(255))
    expect(visibleName(`${'x'.repeat(254)}😀`)).toBe('x'.repeat(254))
    expect(visibleName(`${'x'.repeat(253)}😀`)).toBe(`${'x'.repeat(253)}😀`)
    // Three characters each when composed.
    expect(visibleName('\ufb2c'.repeat(255))).toHaveLength(255)
  })

  test('is short, visible, composed and unchanged by a second call, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = visibleName(text)
        if (name === null) return
        expect(name.length).toBeLessThanOrEqual(255)
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u)
        expect(name).toBe(name.normalize('NFC').trim())
        expect(visibleName(name)).toBe(name)
      }),
    )
  })

  test('takes linear time, however long the text is', () => {
    const before = process.cpuUsage()
    expect(visibleName(`a${'\u0301\u0316'.repeat(100_000)}`)).toMatch(/^á/)
    const { user } = process.cpuUsage(before)
    // Composing the whole text takes ten seconds.
    expect(user).toBeLessThan(2_000_000)
  })
})

test('visible text keeps its spaces, because a search text may end with one', () => {
  expect(visibleText(' sale\u0000 ')).toBe(' sale ')
})
