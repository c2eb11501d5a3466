import { quoted, shortened, type StoredVariant } from '@catalog/catalog'
import type { FieldChange } from '@catalog/contracts'
import { type FileRow, issue } from './file-row.ts'

/** Warns of a change that looks like a spreadsheet’s doing and not like the merchant’s. */
export function warnOfRewriting(row: FileRow, { field, before, after }: FieldChange): void {
  if (!before || !after) return
  const code = rewritingOf(new Look(before), new Look(after))
  if (!code) return
  row.warnings.push(
    issue(code, messageOf[code](quoted(before), quoted(after)), {
      column: field,
      value: shortened(after, 200),
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
    const codes = looks.map((look, index) => {
      const before = stored[index]
      if ((before?.text ?? '') === look.text) return 'same'
      return before && rewritingOf(before, look)
    })
    const at = codes.findIndex((code) => code !== 'same')
    const code = codes[at]
    if (code === undefined || code === 'same' || codes.includes(undefined)) continue
    const value = optionValues[at] ?? ''
    row.warnings.push(
      issue(code, messageOf[code](quoted(stored[at]?.text ?? ''), quoted(value)), {
        column: `option${at + 1}_value`,
        value,
      }),
    )
    return
  }
}

type Rewriting = 'leading_zeros_lost' | 'rewritten_value' | 'replacement_character'

const messageOf: Record<Rewriting, (before: string, after: string) => string> = {
  leading_zeros_lost: (before, after) =>
    `The catalog has ${before} and the file ${after}: a spreadsheet may have removed the zeros in front. Write them again if they belong there.`,
  rewritten_value: (before, after) =>
    `The catalog has ${before} and the file ${after}: a spreadsheet may have taken it for a number, a date or TRUE. Write it as it was if that is what is meant.`,
  replacement_character: (before, after) =>
    `The catalog has ${before} and the file ${after}, with “?” for characters that were lost when it was saved. Save it as “CSV UTF-8”, or write them again.`,
}

function rewritingOf(before: Look, after: Look): Rewriting | undefined {
  if (before.short && after.short) {
    if (before.text !== after.text && before.short.withoutZeros === after.text) return 'leading_zeros_lost'
    if (
      isSameNumber(before.short, after.short) ||
      isSameWord(before, after) ||
      isOtherDate(before.short, after.short)
    ) {
      return 'rewritten_value'
    }
  }
  return hasLostCharacters(before, after) ? 'replacement_character' : undefined
}

/** What spreadsheets take for something else than text is short. */
const longestRewritten = 40

/** A text as a spreadsheet may take it, found out once: many new texts are held against many stored ones. */
class Look {
  readonly text: string
  readonly short: ShortLook | undefined
  #lost: string[] | undefined

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
