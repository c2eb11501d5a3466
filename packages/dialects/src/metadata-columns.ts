import { metadataKey } from '@catalog/catalog'
import type { ParametersOf } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'
import { addIssue, issueOf } from './row-issues.ts'

/** Metadata columns of a file; each becomes a column of the catalog's export. */
export const maxMetadataColumns = 500

const maxValueLength = 2_000

/** A column of a file with custom fields of products. */
export interface MetadataColumn {
  /** The header, normalised. */
  header: string
  /** `metadata.<key>` */
  column: string
}

/** The (normalised) headers for which `keyOf` returns a key. Of two with the same key, the first counts. */
export function metadataColumns(
  headers: string[],
  keyOf: (header: string) => string | undefined,
): MetadataColumn[] {
  const columns = new Map<string, MetadataColumn>()
  for (const header of headers) {
    const key = keyOf(header)
    if (key === undefined || columns.size >= maxMetadataColumns) continue
    const column = `metadata.${key}`
    if (!columns.has(column)) columns.set(column, { header, column })
  }
  return [...columns.values()]
}

/** The key in lower case; undefined if it is not a valid one. */
export function fittingKey(key: string): string | undefined {
  return metadataKey(`metadata.${key.toLowerCase()}`)
}

/** A custom field's value; one that is too long is left out, with a warning that names `column`. */
export function metadataValue(value: string, row: Pick<CanonicalRow, 'warnings'>, column: string): string {
  if (!isLong(value)) return value
  leaveOut(row, column, value, { case: 'too_long', limit: maxValueLength })
  return ''
}

/** Warns of a custom field that is not imported. */
export function leaveOut(
  { warnings }: Pick<CanonicalRow, 'warnings'>,
  column: string,
  value: string,
  parameters?: ParametersOf<'ignored_value'>,
): void {
  addIssue(warnings, issueOf(column, 'ignored_value', value, parameters))
}

/** Counts characters, as the catalog does. */
function isLong(value: string): boolean {
  return value.length > maxValueLength && Array.from(value).length > maxValueLength
}
