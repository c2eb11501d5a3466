import { quoted, shortened } from '@catalog/catalog'
import { ServiceError, type UnknownColumn } from '@catalog/contracts'
import { canonical } from './canonical.ts'
import type { Dialect } from './dialect.ts'
import { dialects } from './dialects.ts'
import { isErrorColumn, namedWidth } from './error-columns.ts'

export interface Recognized {
  dialect: Dialect
  /** At most `maxListed` of them. */
  unknownColumns: UnknownColumn[]
  unknownColumnsCount: number
}

const maxListed = 200

/**
 * The dialect of a file from its header (csv-format.md §9): of those whose conditions hold, the one that knows the
 * highest share of it. Throws `duplicate_column`, `unrecognized_columns`, `missing_column`.
 */
export function recognize(header: string[], known: Dialect[] = dialects): Recognized {
  const own = header.filter((name) => name !== '' && !isErrorColumn(name))
  const candidates = known
    .map((dialect) => judge(dialect, own))
    .sort(
      (a, b) => Number(b.fits) - Number(a.fits) || b.share - a.share || (a.fits ? b.literal - a.literal : 0),
    )
  const best = candidates[0]
  if (!best?.fits) throw notRecognized(header, best)
  refuseDuplicates(header, best.dialect)
  return { dialect: best.dialect, ...unknownColumns(header, best.dialect) }
}

interface Candidate {
  dialect: Dialect
  fits: boolean
  /** Of the header's columns, how many the dialect knows: 0–1. */
  share: number
  /** Of the header's columns, how many are spelled as the format's own files spell them: 0–1. */
  literal: number
  /** What it lacks, each as a phrase. */
  lacks: string[]
  /** Columns that it never has. */
  forbidden: string[]
  /** Whether some of what it must have is there. */
  begun: boolean
}

function judge(dialect: Dialect, header: string[]): Candidate {
  const present = header.map((name) => dialect.normalize(name))
  const exact = new Set(present)
  const isThere = (wanted: string) =>
    wanted.endsWith('…')
      ? present.some((name) => name.startsWith(wanted.slice(0, -1)) && name.length >= wanted.length)
      : exact.has(wanted)
  const { all, any } = dialect.mustHave
  const wanted = [...all.map((names) => [names].flat()), ...(any.length > 0 ? [any] : [])]
  const lacks = wanted.filter((names) => !names.some(isThere)).map(oneOf)
  const forbidden = header.filter((_, position) => dialect.never.includes(present[position] ?? ''))
  return {
    dialect,
    fits: lacks.length === 0 && forbidden.length === 0,
    share: present.filter((name) => dialect.knows(name)).length / header.length,
    literal:
      header.filter((name, position) => isSpelledAsIn(dialect, name, present[position])).length /
      header.length,
    lacks,
    forbidden,
    begun: wanted.flat().some(isThere),
  }
}

/** Ours are written as they are compared (`variant_sku`), those of the others with capitals (`Variant SKU`). */
function isSpelledAsIn(dialect: Dialect, name: string, normalized: string | undefined): boolean {
  return (normalized === name) === (dialect === canonical)
}

function oneOf(names: string[]): string {
  const list = names.map((name) => `“${name}”`).join(', ')
  return names.length === 1 ? list : `one of ${list}`
}

function notRecognized(header: string[], nearest: Candidate | undefined): ServiceError {
  // Most of the header is the dialect's, so that one column was forgotten rather than another format meant.
  if (nearest && nearest.begun && nearest.share > 0.5 && nearest.forbidden.length === 0) {
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
    const differences = [
      ...(nearest.lacks.length > 0 ? [`lacks ${nearest.lacks.join(' and ')}`] : []),
      ...(nearest.forbidden.length > 0
        ? [`has ${nearest.forbidden.slice(0, 5).map(quoted).join(', ')}`]
        : []),
    ]
    sentences.push(
      `The nearest format is ${nearest.dialect.name}, for which the file ${differences.join(' and ')}.`,
    )
  }
  sentences.push('Name the columns as in the template.')
  return new ServiceError('unrecognized_columns', sentences.join(' '))
}

function refuseDuplicates(header: string[], dialect: Dialect): void {
  const seen = new Map<string, string>()
  for (const name of header) {
    const normalized = dialect.normalize(name)
    const earlier = seen.get(normalized)
    if (normalized !== '' && earlier !== undefined) {
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

function unknownColumns(header: string[], dialect: Dialect): Omit<Recognized, 'dialect'> {
  const unknown = header.slice(0, namedWidth(header)).flatMap((name, position) => {
    if (isErrorColumn(name) || (name !== '' && dialect.knows(dialect.normalize(name)))) return []
    // A column without a name, such as an index that a program wrote, is unknown like another.
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
