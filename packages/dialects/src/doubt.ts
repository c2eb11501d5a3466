import { canonicalColumnNames, quoted } from '@catalog/catalog'
import { canonical } from './canonical.ts'
import type { Dialect } from './dialect.ts'
import { fieldsOf } from './mapped/suggest-columns.ts'
import { misspelt } from './nearest-name.ts'

/**
 * Why a dialect may not be meant, though its conditions hold: all that it knows of the header are names that files of
 * any kind have, and what it leaves unread is most of it, or means a column of the catalog that the file has under no
 * other name. Undefined if it is meant.
 */
export function doubtAbout(dialect: Dialect, header: readonly string[]): string | undefined {
  const isKnown = (name: string) => dialect.knows(dialect.normalize(name))
  const known = header.filter(isKnown)
  const unread = header.filter((name) => !isKnown(name))
  const isCommon = (name: string) =>
    canonical.knows(canonical.normalize(name)) || dialect.common?.includes(dialect.normalize(name))
  if (!known.every(isCommon)) return undefined
  const ours = new Set(known.flatMap((name) => [canonical.normalize(name), ...fieldsOf(name)]))
  const lost = unread.filter((name) => {
    const fields = meantBy(name)
    return fields.length > 0 && !fields.some((field) => ours.has(field))
  })
  if (lost.length === 0 && unread.length <= known.length) return undefined
  const listed = (lost.length > 0 ? lost : unread).slice(0, maxListed).map(quoted).join(', ')
  return `The file has some columns of a known format and others that may be meant for it: ${listed}. Say what each column is (a mapping), or name the columns as in our template.`
}

const maxListed = 10

/** The column of the catalog that a name means or misspells; several, if it may mean each of them. */
function meantBy(name: string): readonly string[] {
  const fields = fieldsOf(name)
  const normalized = canonical.normalize(name)
  if (fields.length > 0 || normalized.length > longestName) return fields
  return [misspelt(normalized, canonicalColumnNames, Math.min(2, Math.floor(normalized.length / 5)))].filter(
    (field) => field !== null,
  )
}

/** Longer ones are no misspelt names. */
const longestName = 40
