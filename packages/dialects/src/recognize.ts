import { quoted, shortened } from '@catalog/catalog'
import { ServiceError } from '@catalog/contracts'
import type { UnknownColumn } from '@catalog/contracts'
import { canonical } from './canonical.ts'
import type { Dialect } from './dialect.ts'
import { dialects } from './dialects.ts'
import { doubtAbout } from './doubt.ts'
import { columnKey } from './mapped/header-names.ts'
import { isCommonName } from './mapped/suggest-columns.ts'
import { isCommandColumn } from './row-commands.ts'
import { isErrorColumn, isErrorReport, namedWidth } from './error-columns.ts'

export interface Recognized {
  dialect: Dialect
  /** At most `maxListed` of them. */
  unknownColumns: UnknownColumn[]
  unknownColumnsCount: number
}

const maxListed = 200

/**
 * The dialect of a file, from its header and the cells of its first records (csv-format.md §9): of those whose
 * conditions hold, the one that knows the largest share of the header. Columns that the caller explains (`added`) do
 * not count.
 * @throws ServiceError `duplicate_column`, `unrecognized_columns`, `missing_column`
 */
export function recognize(header: string[], records: string[][] = [], added: string[] = []): Recognized {
  const explained = new Set(added.map(columnKey))
  const { best, nearest, doubt } = judgeAll(
    header.map((name) => (explained.has(columnKey(name)) ? '' : name)),
    records,
  )
  if (!best) throw doubt ? new ServiceError('unrecognized_columns', doubt) : notRecognized(header, nearest)
  refuseDuplicates(header, best.dialect)
  return { dialect: best.dialect, ...unknownColumns(header, best.dialect) }
}

/** Whether a row could be the header of a file. */
export function isRecognized(header: string[]): boolean {
  return judgeAll(header, []).best !== undefined
}

/**
 * The dialect whose conditions hold, and the nearest one that lacks some columns or has forbidden ones; or why one whose
 * conditions hold may not be meant.
 */
function judgeAll(
  header: string[],
  records: string[][],
): { best?: Candidate; nearest?: Candidate; doubt?: string | undefined } {
  const columns = header.flatMap((name, position) =>
    name === '' || isErrorColumn(name) ? [] : [{ name, position }],
  )
  // A report's content was recognised when the whole file was uploaded.
  const cells = isErrorReport(header) ? [] : records
  const judged = dialects.map((dialect) => judge(dialect, columns, cells))
  const nearest = judged.filter(({ fits }) => !fits).sort((a, b) => b.share - a.share)[0]
  const fitting = judged.filter(({ fits }) => fits).sort((a, b) => b.share - a.share || b.literal - a.literal)
  const best = fitting.find(({ doubt }) => doubt === undefined)
  // The canonical format requires so little that another system's export with one additional column could match.
  const isOther = best && nearest && isStrong(nearest) && nearest.share > 2 * best.share
  return {
    ...(best && !isOther && { best }),
    ...(nearest && { nearest }),
    doubt: best ? undefined : fitting[0]?.doubt,
  }
}

/** Whether most of the header fits the dialect, so that it is probably meant. */
function isStrong({ begun, share }: Candidate): boolean {
  return begun && share > 0.5
}

interface Candidate {
  dialect: Dialect
  fits: boolean
  /** Share of the header's columns that the dialect knows: 0–1. */
  share: number
  /** Share of the header's columns with exactly the format's spelling: 0–1. */
  literal: number
  /** Missing columns, each as a phrase. */
  lacks: string[]
  /** Columns that the format never has. */
  forbidden: string[]
  /** Whether some of the required columns exist. */
  begun: boolean
  /** Why it may not be meant, though it fits. */
  doubt: string | undefined
}

interface Column {
  name: string
  position: number
}

function judge(dialect: Dialect, columns: Column[], records: string[][]): Candidate {
  const { all, any, words = {} } = dialect.mustHave
  const present = columns.map(({ name }) => dialect.normalize(name))
  const counting = new Set(
    present.filter((name, index) => {
      const expected = Object.hasOwn(words, name) ? words[name] : undefined
      return !expected || holdsWords(expected, records, columns[index]?.position ?? 0)
    }),
  )
  const find = (wanted: string) =>
    wanted.endsWith('…')
      ? present.find((name) => name.startsWith(wanted.slice(0, -1)) && name.length >= wanted.length)
      : counting.has(wanted)
        ? wanted
        : undefined
  const lists = all.map((names) => [names].flat())
  const taken = new Set(lists.map((names) => names.map(find).find((name) => name !== undefined)))
  const isThere = (name: string) => find(name) !== undefined
  const isMore = (name: string) => isThere(name) && !taken.has(name)
  const lacks = lists.filter((names) => !names.some(isThere))
  if (any.length > 0 && !any.some(isMore)) lacks.push(any)
  const forbidden = columns.filter((_, index) => dialect.never.includes(present[index] ?? ''))
  const literal = columns.filter(({ name }, index) => isSpelledAsIn(dialect, name, present[index]))
  const fits = lacks.length === 0 && forbidden.length === 0
  return {
    dialect,
    fits,
    share: present.filter((name) => dialect.knows(name)).length / columns.length,
    literal: literal.length / columns.length,
    lacks: lacks.map(oneOf),
    forbidden: forbidden.map(({ name }) => name),
    // A column with the right name and other content counts against it.
    begun:
      present.every((name) => !Object.hasOwn(words, name) || counting.has(name)) &&
      [...lists.flat(), ...any].some(isThere),
    doubt: fits
      ? doubtAbout(
          dialect,
          columns.map(({ name }) => name),
        )
      : undefined,
  }
}

/** Whether most non-blank cells of the column are one of the words; true without any. */
function holdsWords(words: readonly string[], records: string[][], position: number): boolean {
  const filled = records.map((cells) => cells[position]?.trim() ?? '').filter((cell) => cell !== '')
  return 2 * filled.filter((cell) => words.includes(cell.toLowerCase())).length >= filled.length
}

/** Canonical names are spelled as they are compared (`variant_sku`), other formats' with capitals (`Variant SKU`). */
function isSpelledAsIn(dialect: Dialect, name: string, normalized: string | undefined): boolean {
  return (normalized === name) === (dialect === canonical)
}

/** Names that a message lists if one of them is missing. */
const maxNamed = 5

function oneOf(names: string[]): string {
  const list = names.slice(0, maxNamed).map((name) => `“${name}”`)
  if (names.length === 1) return list.join('')
  return `one of ${list.join(', ')}${names.length > maxNamed ? ' or another one of its columns' : ''}`
}

function notRecognized(header: string[], guess: Candidate | undefined): ServiceError {
  const nearest = guess && isStrong(guess) && hasOwnNames(header, guess) ? guess : undefined
  if (nearest && nearest.forbidden.length === 0) {
    return new ServiceError(
      'missing_column',
      `The file lacks ${nearest.lacks.join(' and ')}. Add the column to the header and fill it in each row; the template shows all columns.`,
      {
        errors: nearest.lacks.map((name) => ({
          message: `The header has no ${name.replace(/^one of/, 'column of')}.`,
        })),
      },
    )
  }
  const seen = header.slice(0, 30).map((name) => `“${shortened(name, 40)}”`)
  const more = header.length - seen.length
  const sentences = [
    `The columns are not those of a known format: ${seen.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  ]
  if (nearest) {
    const names = nearest.forbidden.slice(0, 5).map(quoted).join(', ')
    const lacks = nearest.lacks.length > 0 ? `lacks ${nearest.lacks.join(' and ')} and ` : ''
    const format = nearest.dialect === canonical ? 'our own' : nearest.dialect.name
    sentences.push(`The nearest format is ${format}, for which the file ${lacks}has ${names}.`)
  }
  sentences.push(
    'Say what each column is (a mapping), or name the columns as in our template: “handle” or “variant_sku”, and any of its other columns.',
  )
  return new ServiceError('unrecognized_columns', sentences.join(' '))
}

/**
 * Whether some name is specific to the system. A price list may have “SKU”, “Name” and “Price” like an export of
 * Magento.
 */
function hasOwnNames(header: string[], { dialect }: Candidate): boolean {
  return (
    dialect === canonical ||
    header.some((name) => name !== '' && !isCommonName(name) && dialect.knows(dialect.normalize(name)))
  )
}

/** Checks only columns that are read. */
function refuseDuplicates(header: string[], dialect: Dialect): void {
  const seen = new Map<string, string>()
  for (const name of header) {
    const normalized = dialect.normalize(name)
    const earlier = seen.get(normalized)
    if (earlier !== undefined && dialect.knows(normalized) && !dialect.repeats?.(normalized)) {
      const spellings =
        earlier === name
          ? `“${shortened(name, 60)}”`
          : `“${shortened(earlier, 60)}” and “${shortened(name, 60)}”`
      throw new ServiceError(
        'duplicate_column',
        `The same column appears in the header twice: ${spellings}. Remove or rename one of them.`,
        { errors: [{ column: name, message: 'This column appears in the header twice.' }] },
      )
    }
    seen.set(normalized, name)
  }
}

/** The columns of the header that the dialect does not read. */
export function unknownColumns(header: string[], dialect: Dialect): Omit<Recognized, 'dialect'> {
  const known = dialect.knownOf?.(header)
  const unknown = header.slice(0, namedWidth(header)).flatMap((name, position) => {
    if (
      isErrorColumn(name) ||
      isCommandColumn(name) ||
      (name !== '' && dialect.knows(dialect.normalize(name))) ||
      known?.has(dialect.normalize(name))
    )
      return []
    // A column without a name, such as an index that a program wrote, is unknown too.
    return [name === '' ? `(column ${position + 1})` : name]
  })
  return {
    unknownColumns: unknown.slice(0, maxListed).map((name) => ({
      name: shortened(name, 200),
      nearest: name.length <= 100 && !name.startsWith('(') ? dialect.nearest(dialect.normalize(name)) : null,
    })),
    unknownColumnsCount: unknown.length,
  }
}
