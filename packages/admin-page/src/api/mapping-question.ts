import type { FileColumn, Identity } from './client.ts'
import { ApiError } from './problem.ts'

/** What the service asks about a file whose format it does not know. */
export interface MappingQuestion {
  columns: readonly FileColumn[]
  identity: Identity | null
}

/** Null where the answer says nothing of the columns. */
export function questionOf(error: unknown): MappingQuestion | null {
  if (!(error instanceof ApiError)) return null
  // As the document of the API describes it.
  const { columns, identity_suggestion: identity }: Asked = error.details
  return Array.isArray(columns) && columns.length > 0 ? { columns, identity: identity ?? null } : null
}

interface Asked {
  columns?: readonly FileColumn[]
  identity_suggestion?: Identity | null
}

/** What is wrong with single columns, in the API's English, by their names. */
export function columnErrorsOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError)) return new Map()
  const { errors }: { errors?: readonly { column?: string; message: string }[] } = error.details
  return new Map(
    (errors ?? []).flatMap(({ column, message }) => (column === undefined ? [] : [[column, message]])),
  )
}
