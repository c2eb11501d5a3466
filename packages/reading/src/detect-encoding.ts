import { TextEncoding } from '@catalog/contracts'
import { decoderFor } from './decode.ts'
import { isMacRoman } from './mac-roman.ts'
import { NotText } from './not-text.ts'

/** Encodings of one or two bytes per character, which no mark identifies. */
export type GuessedEncoding = Exclude<TextEncoding, 'utf-8' | 'utf-16le' | 'utf-16be'>

interface Trait {
  /** The name that merchants know. */
  name: string
  /** The detector's names. */
  detected: string[]
  /** The letters beyond ASCII in a text of this encoding. */
  script: RegExp
}

const latin = /\p{Script=Latin}/u
const han = /\p{Script=Han}/u
/** Without half-width katakana, which bytes of accented letters decode to. */
const japanese = /[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]--[\uFF61-\uFF9F]]/v

/** The encodings that can be detected (csv-format.md §1). */
const traits: Record<GuessedEncoding, Trait> = {
  'windows-1252': { name: 'Western European (Windows-1252)', detected: ['windows-1252'], script: latin },
  'windows-1250': { name: 'Central European (Windows-1250)', detected: ['windows-1250'], script: latin },
  'windows-1251': {
    name: 'Cyrillic (Windows-1251)',
    detected: ['windows-1251'],
    script: /\p{Script=Cyrillic}/u,
  },
  'windows-1253': { name: 'Greek (Windows-1253)', detected: ['windows-1253'], script: /\p{Script=Greek}/u },
  'windows-1254': { name: 'Turkish (Windows-1254)', detected: ['windows-1254'], script: latin },
  'windows-1255': { name: 'Hebrew (Windows-1255)', detected: ['windows-1255'], script: /\p{Script=Hebrew}/u },
  'windows-1256': { name: 'Arabic (Windows-1256)', detected: ['windows-1256'], script: /\p{Script=Arabic}/u },
  'windows-1257': { name: 'Baltic (Windows-1257)', detected: ['windows-1257'], script: latin },
  // Found without the detector.
  macintosh: { name: 'Western European (Mac Roman)', detected: [], script: latin },
  'koi8-r': { name: 'Cyrillic (KOI8-R)', detected: ['koi8-r'], script: /\p{Script=Cyrillic}/u },
  shift_jis: { name: 'Japanese (Shift JIS)', detected: ['cp932', 'shift_jis'], script: japanese },
  'euc-jp': { name: 'Japanese (EUC-JP)', detected: ['euc-jp'], script: japanese },
  gbk: { name: 'Simplified Chinese (GBK)', detected: ['gb18030', 'gbk', 'gb2312'], script: han },
  big5: { name: 'Traditional Chinese (Big5)', detected: ['big5'], script: han },
  'euc-kr': { name: 'Korean (EUC-KR)', detected: ['cp949', 'euc-kr'], script: /\p{Script=Hangul}/u },
}

const encodings = TextEncoding.options.filter((encoding) => isGuessed(encoding))

function isGuessed(encoding: TextEncoding): encoding is GuessedEncoding {
  return Object.hasOwn(traits, encoding)
}

export function encodingName(encoding: GuessedEncoding): string {
  return traits[encoding].name
}

/**
 * The encoding of a text that is not UTF-8; undefined if none is probable. The first of the detector's suggestions,
 * most probable first, in which the whole text can be decoded into letters of its script.
 */
export async function detectEncoding(bytes: Buffer): Promise<GuessedEncoding | undefined> {
  const phrases = foreignPhrases(bytes)
  const found = await mostProbable(bytes, phrases)
  if (found !== undefined && found !== 'windows-1252') return found
  const texts = { mac: decoded(phrases, 'macintosh'), windows: decoded(phrases, 'windows-1252') }
  return isMacRoman(texts) ? 'macintosh' : found
}

async function mostProbable(bytes: Buffer, phrases: Buffer): Promise<GuessedEncoding | undefined> {
  if (saysLittle(phrases) && isDecodable(bytes, 'windows-1252')) return 'windows-1252'
  // Loading it takes 30 MiB of memory and 0.1 s, which most files do not need.
  const { detectAll } = await import('jschardet')
  const found = detectAll(phrases, {
    detectEncodings: encodings.flatMap((encoding) => traits[encoding].detected),
    minimumThreshold: 0,
  }).flatMap(({ encoding }) => encodings.find((known) => isCalled(known, encoding)) ?? [])
  const known = found.map((encoding) => (isBesideWestern(phrases, encoding) ? 'windows-1252' : encoding))
  return known.find((encoding) => isProbable(phrases, encoding) && isDecodable(bytes, encoding))
}

/**
 * Whether hardly any letter distinguishes another Latin encoding from the Western European one, which most files use.
 */
function isBesideWestern(phrases: Buffer, encoding: GuessedEncoding): boolean {
  if (traits[encoding].script !== latin || encoding === 'windows-1252') return false
  const western = decoded(phrases, 'windows-1252')
  const text = decoded(phrases, encoding)
  let letters = 0
  for (let at = 0; at < text.length && letters < leastLetters; at++) {
    const character = text[at] ?? ''
    if (character !== western[at] && /\p{L}/u.test(character)) letters++
  }
  return letters < leastLetters
}

function isCalled(encoding: GuessedEncoding, name: string | null): boolean {
  return name !== null && traits[encoding].detected.includes(name.toLowerCase())
}

/** Bytes that the detector gets, at most. */
const maxPhraseBytes = 128 * 1024
const usualPhraseLength = 200
/** Limit for a phrase without any ASCII byte. */
const maxPhraseLength = 1_000

/** Phrases with bytes beyond ASCII, each once: the rest of a catalog does not indicate its encoding. */
function foreignPhrases(bytes: Buffer): Buffer {
  const phrases = new Set<string>()
  let total = 0
  let from = 0
  let isForeign = false
  for (let at = 0; at <= bytes.length && total < maxPhraseBytes; at++) {
    const byte = bytes[at] ?? 0
    const length = at - from
    isForeign ||= byte >= 0x80
    if (isBoundary[byte] || (byte < 0x80 && length >= usualPhraseLength) || length >= maxPhraseLength) {
      if (isForeign) {
        const phrase = bytes.toString('latin1', from, at)
        if (!phrases.has(phrase)) total += phrase.length + 1
        phrases.add(phrase)
      }
      from = byte < 0x80 ? at + 1 : at
      isForeign = byte >= 0x80
    }
  }
  return Buffer.from([...phrases].join('\n'), 'latin1')
}

/** ASCII bytes that are never a part of a multi-byte character in these encodings. */
const isBoundary = Array.from({ length: 0x80 }, (_, byte) =>
  '\0\t\n\r",;:!?.()<>&'.includes(String.fromCharCode(byte)),
)

/** Letters beyond ASCII that identify an encoding, at least. */
const leastLetters = 4

/**
 * Whether there are too few letters to tell: signs such as “ ” € or a few single letters are usually Windows-1252, and
 * the detector cannot use them.
 */
function saysLittle(phrases: Buffer): boolean {
  const text = decoded(phrases, 'windows-1252')
  // Inside a word, a sign is a letter of another encoding.
  if (/\p{L}[^\p{L}\p{ASCII}‘’–—]\p{L}/u.test(text)) return false
  const runs = text.match(/[\p{L}--\p{ASCII}]+/gv) ?? []
  return runs.length < leastLetters && runs.every(({ length }) => length === 1)
}

/** Letters beyond ASCII, and characters that shops' texts hardly ever contain. */
const telling = /[\p{L}--\p{ASCII}]|[\u0080-\u009F\u2500-\u259F\uFFFD\p{Co}\p{Cn}¢¤¥¦¨¬¯¶¸¹ƒ†‡‰ˆ˜]/gv
/** The share of them that must belong to the encoding's script. */
const leastOfScript = 0.8
/** Latin words with accents consist mostly of other letters; words of other alphabets do not. */
const mostBeyondAscii = 0.75
const mostMixed = 0.3

function isProbable(phrases: Buffer, encoding: GuessedEncoding): boolean {
  const text = decoded(phrases, encoding)
  const { script } = traits[encoding]
  const found = text.match(telling) ?? []
  const ofScript = found.filter((character) => script.test(character)).length
  if (ofScript < leastOfScript * found.length) return false
  const words = text.split(/\P{L}+/u).filter((word) => word.length > 1 && /\P{ASCII}/u.test(word))
  if (script === latin) {
    // Short words such as “été” are an exception.
    const letters = words.filter(({ length }) => length > 3).join('')
    return letters.replaceAll(/\p{ASCII}/gu, '').length <= mostBeyondAscii * letters.length
  }
  if (script === han || script === japanese) return ofScript > 0
  const mixed = words.filter((word) => /\p{ASCII}/u.test(word))
  return words.length > 0 && mixed.length <= mostMixed * words.length
}

function decoded(bytes: Buffer, encoding: GuessedEncoding): string {
  return decoderFor(encoding, { lenient: true })(bytes)
}

/** Bytes decoded at a time. */
const sliceBytes = 1024 * 1024

function isDecodable(bytes: Buffer, encoding: GuessedEncoding): boolean {
  const decode = decoderFor(encoding)
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) decode(bytes.subarray(at, at + sliceBytes))
    decode()
    return true
  } catch (error) {
    if (error instanceof NotText) return false
    throw error
  }
}
