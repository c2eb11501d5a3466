/** What a text is, as far as it decides which characters that nobody sees belong to it. */
export type TextKind = 'text' | 'name' | 'code' | 'address' | 'verbatim' | 'number'

/** Other texts have neither format characters nor letters in parts. Two searches: V8 skips the second in Latin-1 texts. */
function mayChange(text: string): boolean {
  return text.includes('\u00AD') || behindLatin.test(text)
}

const behindLatin = /[\u02FF-\uFFFF]/

/** Format characters (Cf) without a glyph, but for those that flags are made of. */
const invisible = /[[\p{Cf}&&\p{Default_Ignorable_Code_Point}]--[\u{E0020}-\u{E007F}]]/v
const allInvisible = new RegExp(invisible, 'gv')
const isBlankOrInvisible = /[\s[[\p{Cf}&&\p{Default_Ignorable_Code_Point}]--[\u{E0020}-\u{E007F}]]]/v

/** Letters of scripts, and emoji, that a joiner between them changes. */
const joined = String.raw`[[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]`
const isJoiner = new RegExp(String.raw`(?<=${joined})[\u200C\u200D](?=${joined})`, 'gv')
const invisibleInName = new RegExp(`${isJoiner.source}|(${invisible.source})`, 'gv')

const cleaners: Record<TextKind, (text: string) => string> = {
  text: (text) => composed(trimmed(text)),
  name: (text) => composed(text.replaceAll(invisibleInName, (found, other?: string) => (other ? '' : found))),
  code: (text) => composed(withoutInvisible(text)),
  // A server may have the file under a decomposed name.
  address: withoutInvisible,
  number: (text) => composed(withoutInvisible(text)),
  verbatim: composed,
}

/** The text as it is stored: as NFC, without format characters where they mean nothing (csv-format.md §2). */
export function cleanText(text: string, kind: TextKind): string {
  return mayChange(text) ? cleaners[kind](text) : text
}

/** A key that is equal for texts that look alike: NFC, without format characters. */
export function plainText(text: string): string {
  if (!mayChange(text)) return text
  return normalized(withoutInvisible(text), 'NFC')
}

/** Whether two texts differ at most in what nobody sees. */
export function looksAlike(a: string, b: string): boolean {
  return a === b || plainText(a) === plainText(b)
}

/** Whether cleaning took out characters, and not only joined letters with their accents. */
export function hasLost(text: string, cleaned: string): boolean {
  return text !== cleaned && composed(text) !== cleaned
}

/** Other ways to spell a key, one of which an old catalog may have. */
export function spellingsOf(text: string): string[] {
  if (!mayChange(text)) return /[\u00C0-\u02FF]/.test(text) ? [text, normalized(text, 'NFD')] : [text]
  const plain = plainText(text)
  return [...new Set([text, composed(text), plain, cleanText(text, 'code'), normalized(plain, 'NFD')])]
}

function withoutInvisible(text: string): string {
  return text.replaceAll(allInvisible, '')
}

/** Without invisible characters at the ends, and the white space beside them. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlankOrInvisible.test(text[start] ?? '')) start++
  while (end > start && isBlankOrInvisible.test(text[end - 1] ?? '')) end--
  const ends = text.slice(0, start) + text.slice(end)
  return invisible.test(ends) ? text.slice(start, end) : text
}

/** All but the ideographs for which NFC has others, with another look. */
const composable = /[^\uF900-\uFAFF\u{2F800}-\u{2FA1F}]+/gu

/** NFC, unless that is longer: a text that fits stays one that fits. */
function composed(text: string): string {
  const result = text.replaceAll(composable, (part) => normalized(part, 'NFC'))
  return result.length > text.length ? text : result
}

/** More marks in a row than any language needs: normalising takes quadratic time in their number. */
const manyMarks = /\p{M}{31}/u

function normalized(text: string, form: 'NFC' | 'NFD'): string {
  return manyMarks.test(text) ? text : text.normalize(form)
}
