import { brief, shortened, withoutControlCharacters } from '@catalog/catalog'
import type { RowWarningCode, StoredVariant } from '@catalog/catalog'
import type { FieldChange } from '@catalog/contracts'
import type { RowIssue } from '@catalog/dialects'
import { issue } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import months from './month-names.json' with { type: 'json' }

/** Warns of a change that a spreadsheet seems to have made, not the merchant. */
export function warnOfRewriting(row: FileRow, { field, before, after }: FieldChange): void {
  if (!before || !after) return
  const spellings = [new Spelling(before), new Spelling(after)] as const
  const kind = rewritingOf(...spellings)
  if (kind) row.warnings.push(warningOf(kind, field, ...spellings))
}

/** The stored text is what was meant, unless another date was. */
function warningOf(
  kind: keyof typeof rewritings,
  column: string,
  before: Spelling,
  after: Spelling,
): RowIssue<RowWarningCode> {
  const { code, case: found } = rewritings[kind]
  const isCertain =
    before.text.length <= longestSuggestion && (!after.short?.dateShape || isSameDay(before.text, after.text))
  return {
    ...issue(column, code, shortened(after.text, 200), {
      case: found,
      before: brief(before.text),
      after: brief(after.text),
    }),
    ...(isCertain && { suggestion: before.text }),
  }
}

/** UTF-16 units: an error report or a page shows a suggestion whole. */
const longestSuggestion = 1_000

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
    const [before, after] = [stored[at], spellings[at]]
    if (before && after) row.warnings.push(warningOf(kind, `option${at + 1}_value`, before, after))
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
/** By name, from 1. */
const monthNames = new Map(months.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))

function isDate(text: string): boolean {
  return (
    /^\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?$/.test(text) ||
    /^\d{1,2}:\d{2}(?::\d{2})?(?: [ap]m)?$/i.test(text) ||
    monthNames.has(withMonth.exec(text)?.[1]?.toLowerCase() ?? '')
  )
}

/**
 * Whether two texts have the same two numbers of a day and a month, in either order: `3-5`, `05. Mrz` and `2026-05-03`.
 * Programs make a date of two numbers in the order of their language.
 */
export function isSameDay(text: string, other: string): boolean {
  const [a, b] = [pairOf(text), pairOf(other)]
  return a !== undefined && a === b
}

function pairOf(text: string): string | undefined {
  const name = withMonth.exec(text)?.[1]?.toLowerCase() ?? ''
  const withoutYear = text.replace(/^\d{4}[/.-](?=\d{1,2}[/.-]\d{1,2}$)/, '')
  const numbers = (withoutYear.match(/\d+/g) ?? []).map(Number)
  const [one, two] = monthNames.has(name) ? [monthNames.get(name), numbers[0]] : numbers
  if (!isDate(text) || text.includes(':') || !one || !two) return undefined
  return `${Math.min(one, two)} ${Math.max(one, two)}`
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
