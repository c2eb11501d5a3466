import { brief, quoted, shortened, type StoredVariant, withoutControlCharacters } from '@catalog/catalog'
import type { FieldChange } from '@catalog/contracts'
import { type FileRow, issue } from './file-row.ts'

/** Warns of a change that looks like a spreadsheet’s doing and not like the merchant’s. */
export function warnOfRewriting(row: FileRow, { field, before, after }: FieldChange): void {
  if (!before || !after) return
  const kind = rewritingOf(new Look(before), new Look(after))
  if (!kind) return
  row.warnings.push(
    issue(rewritings[kind].code, rewritings[kind].message(quoted(before), quoted(after)), {
      column: field,
      value: shortened(after, 200),
      parameters: { case: rewritings[kind].case, before: brief(before), after: brief(after) },
    }),
  )
}

/** Of the stored variants that no row names, those that a new one is held against. */
const maxCompared = 100

/** The option values of stored variants, to hold new ones against. */
export function looksOf(unnamed: StoredVariant[]): Look[][] {
  return unnamed.slice(0, maxCompared).map(({ optionValues }) => optionValues.map((value) => new Look(value)))
}

/** Warns of a new variant whose option values look like those of a stored one after a spreadsheet. */
export function warnOfRewrittenOptions(row: FileRow, optionValues: string[], unnamed: Look[][]): void {
  const looks = optionValues.map((value) => new Look(value))
  for (const stored of unnamed) {
    const kinds = looks.map((look, index) => {
      const before = stored[index]
      if ((before?.text ?? '') === look.text) return 'same'
      return before && rewritingOf(before, look)
    })
    const at = kinds.findIndex((kind) => kind !== 'same')
    const kind = kinds[at]
    if (kind === undefined || kind === 'same' || kinds.includes(undefined)) continue
    const { code, message, case: found } = rewritings[kind]
    const before = stored[at]?.text ?? ''
    const value = optionValues[at] ?? ''
    row.warnings.push(
      issue(code, message(quoted(before), quoted(value)), {
        column: `option${at + 1}_value`,
        value,
        parameters: { case: found, before: brief(before), after: brief(value) },
      }),
    )
    return
  }
}

const rewritings = {
  withoutZeros: {
    code: 'leading_zeros_lost',
    case: 'stored',
    message: (before: string, after: string) =>
      `The catalog has ${before} and the file ${after}: a spreadsheet may have removed the zeros in front. Write them again if they belong there.`,
  },
  asNumber: {
    code: 'rewritten_value',
    case: 'number',
    message: (before: string, after: string) =>
      `The catalog has ${before} and the file ${after}: a spreadsheet may have taken it for a number, a date or TRUE. Write it as it was if that is what is meant.`,
  },
  apostrophe: {
    code: 'rewritten_value',
    case: 'apostrophe',
    message: (before: string, after: string) =>
      `The catalog has ${before} and the file ${after}: the apostrophe in front becomes a part of the text. Remove it if it only tells a spreadsheet that this is text.`,
  },
  misread: {
    code: 'rewritten_value',
    case: 'misread',
    message: (before: string, after: string) =>
      `The catalog has ${before} and the file ${after}: a program has read the text, which was UTF-8, as Windows-1252. Open the file as UTF-8 in that program and save it again, or write the text again.`,
  },
  lost: {
    code: 'replacement_character',
    case: 'stored',
    message: (before: string, after: string) =>
      `The catalog has ${before} and the file ${after}, with “?” for characters that were lost when it was saved. Save it as “CSV UTF-8”, or write them again.`,
  },
} as const

function rewritingOf(before: Look, after: Look): keyof typeof rewritings | undefined {
  if (before.short && after.short) {
    if (before.text !== after.text && before.short.withoutZeros === after.text) return 'withoutZeros'
    if (
      isSameNumber(before.short, after.short) ||
      isSameWord(before, after) ||
      isOtherDate(before.short, after.short)
    ) {
      return 'asNumber'
    }
  }
  if (hasApostrophe(before, after)) return 'apostrophe'
  if (isMisread(before, after)) return 'misread'
  return hasLostCharacters(before, after) ? 'lost' : undefined
}

/** What spreadsheets take for something else than text is short. */
const longestRewritten = 40

/** A text as a spreadsheet may take it, found out once: many new texts are held against many stored ones. */
class Look {
  readonly text: string
  readonly short: ShortLook | undefined
  #lost: string[] | undefined
  #misread: string | undefined

  constructor(text: string) {
    this.text = text
    this.short = text.length <= longestRewritten ? shortLook(text) : undefined
  }

  /** One `?` for each that Windows-1252 does not have; some programs write two for what is two units in UTF-16. */
  get lost(): string[] {
    this.#lost ??= [
      withoutOthers(this.text, () => '?'),
      withoutOthers(this.text, (lost) => '?'.repeat(lost.length)),
    ]
    return this.#lost
  }

  /** UTF-8 read as Windows-1252, as a file with it would be read here. */
  get misread(): string {
    this.#misread ??= withoutControlCharacters(windows1252.decode(Buffer.from(this.text))).trim()
    return this.#misread
  }
}

function shortLook(text: string) {
  return {
    withoutZeros: text.startsWith('0') ? text.replace(/^0+(?=.)/, '') : undefined,
    asNumber: Number(text),
    number: numberOf(text),
    // Where a comma marks the decimals, `283.495` is 283,495 to a spreadsheet.
    thousands: /^\d{1,3}\.\d{3}$/.test(text) ? Number(text.replace('.', '')) : undefined,
    dateShape: isDate(text) ? shapeOf(text) : undefined,
  }
}

type ShortLook = ReturnType<typeof shortLook>

function isSameNumber(before: ShortLook, after: ShortLook): boolean {
  if (before.thousands !== undefined && after.asNumber === before.thousands) return true
  const was = before.number
  const is = after.number
  // A spreadsheet keeps 15 digits.
  return was !== undefined && is !== undefined && Math.abs(was - is) <= Math.abs(was) * 1e-14
}

function numberOf(text: string): number | undefined {
  const number = /^[-+]?[$€£]?(\d+(?:,\d{3})*(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?%?$/i.exec(
    text.replace(/ (?=[€%]$)/, ''),
  )
  return number ? Number(text.replaceAll(/[$€£,% ]/g, '')) : undefined
}

function isSameWord(before: Look, after: Look): boolean {
  return /^(?:true|false)$/i.test(before.text) && before.text.toLowerCase() === after.text.toLowerCase()
}

/** Digits of dates and times, written in another way: `1/2` and `01/02/26`, `12:30` and `12:30:00 PM`. */
function isOtherDate({ dateShape: before }: ShortLook, { dateShape: after }: ShortLook): boolean {
  return before !== undefined && after !== undefined && before !== after
}

function isDate(text: string): boolean {
  return (
    /^\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?$/.test(text) ||
    /^\d{1,2}:\d{2}(?::\d{2})?(?: [ap]m)?$/i.test(text) ||
    /^(?:\d{1,2}[ .-]+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[ .,-]+\d{1,4}){0,2}$/i.test(
      text,
    )
  )
}

function shapeOf(date: string): string {
  return date.replaceAll(/\d/g, '0').replaceAll(/[a-z]+/gi, 'a')
}

function hasApostrophe({ text: before }: Look, { text: after }: Look): boolean {
  return after.length === before.length + 1 && after.startsWith("'") && after.endsWith(before)
}

const windows1252 = new TextDecoder('windows-1252')
/** First bytes of UTF-8 characters beyond ASCII. */
const leadingBytes = /[Â-ô]/

function isMisread(before: Look, after: Look): boolean {
  return (
    after.text.length >= before.text.length &&
    after.text !== before.text &&
    leadingBytes.test(after.text) &&
    before.misread === after.text.trim()
  )
}

function hasLostCharacters(before: Look, after: Look): boolean {
  return (
    after.text.includes('?') && after.text.length <= before.text.length && before.lost.includes(after.text)
  )
}

function withoutOthers(text: string, instead: (character: string) => string): string {
  return text.replaceAll(notInWindows1252, instead)
}

// oxlint-disable-next-line no-control-regex
const notInWindows1252 = /[^\u0000-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu
