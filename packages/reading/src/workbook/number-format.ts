import codes from './built-in-formats.json' with { type: 'json' }

/** How a spreadsheet shows the numbers of a cell. */
export type NumberFormat = { kind: 'general' } | DateFormat | DecimalFormat

export interface DateFormat {
  kind: 'date'
  /** Shows a time without a day, like `hh:mm`. */
  isTime: boolean
}

export interface DecimalFormat {
  kind: 'decimal'
  isPercent: boolean
  /** The places before and after the decimal point, from left to right. */
  whole: Place[]
  decimals: Place[]
}

/** `0` always shows a digit, `#` only one that is not a leading or trailing zero; other text is shown as it is. */
export type Place = '0' | '#' | { literal: string }

export const general: NumberFormat = { kind: 'general' }
const day: NumberFormat = { kind: 'date', isTime: false }
const time: NumberFormat = { kind: 'date', isTime: true }

/** A format that workbooks refer to by number alone (ECMA-376, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  const code = builtInCodes[id]
  if (code !== undefined) return parseFormat(code)
  // Formats of East Asian languages.
  if (id >= 32 && id <= 35) return time
  return (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? day : general
}

const builtInCodes: Record<string, string> = codes

/** The longest code that a spreadsheet accepts. */
const maxCodeLength = 255

/** Text in quotes, a character behind `\`, white space as wide as a character, brackets, a word, a character. */
const tokens = /"([^"]*)"?|\\(.)|[_*](.?)|\[([^\]]*)\]?|AM\/PM|A\/P|General|E[+-]|./gisu

/** What a format code such as `#,##0.00 "€"` shows, by its part for positive numbers. */
export function parseFormat(code: string): NumberFormat {
  const format = { whole: [] as Place[], decimals: [] as Place[], isPercent: false }
  let side = format.whole
  let dateLetters = ''
  let isBehindComma = false
  const show = (literal: string) => {
    const last = side.at(-1)
    if (typeof last === 'object') last.literal += literal
    else side.push({ literal })
  }
  for (const [token, quotedText, escaped, room, brackets] of code.slice(0, maxCodeLength).matchAll(tokens)) {
    if (token === ';') break
    const isDigit = token === '0' || token === '#' || token === '?'
    // A comma behind the last digit divides by a thousand: the displayed text is not the number.
    if (isBehindComma && !isDigit) return general
    isBehindComma = token === ',' && dateLetters === ''
    if (isBehindComma || room !== undefined) continue
    if (isDigit) side.push(token === '0' ? '0' : '#')
    else if (quotedText !== undefined || escaped !== undefined) show(quotedText ?? escaped ?? '')
    else if (brackets !== undefined) dateLetters += /^(?:h+|m+|s+)$/i.test(brackets) ? brackets : ''
    else if (/^(?:[ymdhsbeg]|am\/pm|a\/p)$/i.test(token)) dateLetters += token
    else if (token === '.') side = format.decimals
    else if (token === '%') format.isPercent = true
    // A fraction, an exponent or text.
    else if (dateLetters === '' && /^(?:general|@|e[+-]|\/)$/i.test(token)) return general
    else show(token)
  }
  if (dateLetters !== '') return isTimeOnly(dateLetters) ? time : day
  const { whole, decimals, isPercent } = format
  if (isBehindComma || ![...whole, ...decimals].some((place) => typeof place === 'string')) return general
  return { kind: 'decimal', isPercent, whole: whole.filter(isPart), decimals: decimals.filter(isPart) }
}

/** Whether it shows only a time. `m` is a month unless it is next to hours or seconds. */
function isTimeOnly(letters: string): boolean {
  const own = letters.replaceAll(/am\/pm|a\/p/gi, 'h')
  return /[hs]/i.test(own) && !/[ydbeg]/i.test(own)
}

/** White space, currencies and digit grouping are not part of a number. */
function isPart(place: Place): boolean {
  if (typeof place === 'string') return true
  const text = place.literal.replaceAll(/[\s(),'’]/gu, '')
  return text !== '' && !currencySigns.test(text) && !currencyCodes.has(text)
}

const currencyCodes = new Set(Intl.supportedValuesOf('currency'))
const currencySigns = /^(?:[A-Z]{0,3}\p{Sc}|kr\.?|zł|Kč|Ft|lei|лв\.?|руб\.?|р\.|Fr\.?|TL|R|RM|Rp\.?|Rs\.?)$/u
