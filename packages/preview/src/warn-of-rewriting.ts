import { brief, shortened, withoutControlCharacters } from '@catalog/catalog'
import type { StoredVariant } from '@catalog/catalog'
import type { FieldChange } from '@catalog/contracts'
import { issue } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import months from './month-names.json' with { type: 'json' }

/** Warns of a change that a spreadsheet seems to have made, not the merchant. */
export function warnOfRewriting(row: FileRow, { field, before, after }: FieldChange): void {
  if (!before || !after) return
  const kind = rewritingOf(new Spelling(before), new Spelling(after))
  if (!kind) return
  row.warnings.push(
    issue(rewritings[kind].code, {
      column: field,
      value: shortened(after, 200),
      parameters: { case: rewritings[kind].case, before: brief(before), after: brief(after) },
    }),
  )
}

/** Stored variants that no row names with which a new one is compared, at most. */
const maxCompared = 100

/** The option values of stored variants, to compare new ones with. */
export function spellingsOf(unnamed: StoredVariant[]): Spelling[][] {
  return unnamed
    .slice(0, maxCompared)
    .map(({ optionValues }) => optionValues.map((value) => new Spelling(value)))
}

/** Warns of a new variant whose option values look like a stored one's after a spreadsheet changed them. */
export function warnOfRewrittenOptions(row: FileRow, optionValues: string[], unnamed: Spelling[][]): void {
  const spellings = optionValues.map((value) => new Spelling(value))
  for (const stored of unnamed) {
    const kinds = spellings.map((spelling, index) => {
      const before = stored[index]
      if ((before?.text ?? '') === spelling.text) return 'same'
      return before && rewritingOf(before, spelling)
    })
    const at = kinds.findIndex((kind) => kind !== 'same')
    const kind = kinds[at]
    if (kind === undefined || kind === 'same' || kinds.includes(undefined)) continue
    const { code, case: found } = rewritings[kind]
    const before = stored[at]?.text ?? ''
    const value = optionValues[at] ?? ''
    row.warnings.push(
      issue(code, {
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
  },
  asNumber: {
    code: 'rewritten_value',
    case: 'number',
  },
  apostrophe: {
    code: 'rewritten_value',
    case: 'apostrophe',
  },
  misread: {
    code: 'rewritten_value',
    case: 'misread',
  },
  lost: {
    code: 'replacement_character',
    case: 'stored',
  },
} as const

/** Whether a spreadsheet may have made one text of the other. */
export function isRewriting(before: string, after: string): boolean {
  return rewritingOf(new Spelling(before), new Spelling(after)) !== undefined
}

function rewritingOf(before: Spelling, after: Spelling): keyof typeof rewritings | undefined {
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

/** Texts that spreadsheets misinterpret are no longer than this. */
const longestRewritten = 40

/**
 * The forms that a spreadsheet may give a text. Computed once per text: many new texts are compared with many stored
 * ones.
 */
class Spelling {
  readonly text: string
  readonly short: ShortLook | undefined
  #lost: string[] | undefined
  #misread: string | undefined

  constructor(text: string) {
    this.text = text
    this.short = text.length <= longestRewritten ? shortLook(text) : undefined
  }

  /** With one `?` for each character that Windows-1252 lacks; some programs write two for a surrogate pair. */
  get lost(): string[] {
    this.#lost ??= [
      withoutOthers(this.text, () => '?'),
      withoutOthers(this.text, (lost) => '?'.repeat(lost.length)),
    ]
    return this.#lost
  }

  /** UTF-8 misread as Windows-1252. */
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
    // A spreadsheet with decimal commas reads `283.495` as 283,495.
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

function isSameWord(before: Spelling, after: Spelling): boolean {
  return /^(?:true|false)$/i.test(before.text) && before.text.toLowerCase() === after.text.toLowerCase()
}

/** Whether they are the same date or time in another notation: `1/2` and `01/02/26`, `12:30` and `12:30:00 PM`. */
function isOtherDate({ dateShape: before }: ShortLook, { dateShape: after }: ShortLook): boolean {
  return before !== undefined && after !== undefined && before !== after
}

/** `5-Mar`, `05. Mrz`, `mars-05`, `03/mai/26` */
const withMonth = /^(?:\d{1,2}[ ./-]+)?(\p{L}{3,})\.?(?:[ .,/-]+\d{1,4}){0,2}$/u
const monthNames = new Set(months)

function isDate(text: string): boolean {
  return (
    /^\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?$/.test(text) ||
    /^\d{1,2}:\d{2}(?::\d{2})?(?: [ap]m)?$/i.test(text) ||
    monthNames.has(withMonth.exec(text)?.[1]?.toLowerCase() ?? '')
  )
}

function shapeOf(date: string): string {
  return date.replaceAll(/\d/g, '0').replaceAll(/\p{L}+/gu, 'a')
}

function hasApostrophe({ text: before }: Spelling, { text: after }: Spelling): boolean {
  return after.length === before.length + 1 && after.startsWith("'") && after.endsWith(before)
}

const windows1252 = new TextDecoder('windows-1252')
/** First bytes of UTF-8 characters beyond ASCII, as Windows-1252. */
const leadingBytes = /[Â-ô]/

function isMisread(before: Spelling, after: Spelling): boolean {
  return (
    after.text.length >= before.text.length &&
    after.text !== before.text &&
    leadingBytes.test(after.text) &&
    before.misread === after.text.trim()
  )
}

function hasLostCharacters(before: Spelling, after: Spelling): boolean {
  return (
    after.text.includes('?') && after.text.length <= before.text.length && before.lost.includes(after.text)
  )
}

function withoutOthers(text: string, instead: (character: string) => string): string {
  return text.replaceAll(notInWindows1252, instead)
}

// oxlint-disable-next-line no-control-regex
const notInWindows1252 = /[^\u0000-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu
