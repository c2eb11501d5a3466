import * as fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

/** Any character of a text. Like fast-check's unit `binary`, which takes a second to initialise in each test file. */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  // With an unmapper, fast-check also tries words that are dangerous as keys.
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== text) throw new TypeError('not one character')
    return code < firstSurrogate ? code : code - surrogates
  },
)
