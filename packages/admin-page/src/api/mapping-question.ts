import type { FileColumn, MappingIdentity } from '@catalog/contracts'
import { ApiError } from './problem.ts'

/** The service's question about a file of unknown format. */
export interface MappingQuestion {
  columns: readonly FileColumn[]
  identity: MappingIdentity | null
}

/** Null if the answer does not describe columns. */
export function questionOf(error: unknown): MappingQuestion | null {
  if (!(error instanceof ApiError)) return null
  // In the form that the API's document describes.
  const { columns, identity_suggestion: identity }: Asked = error.details
  return Array.isArray(columns) && columns.length > 0 ? { columns, identity: identity ?? null } : null
}

interface Asked {
  columns?: readonly FileColumn[]
  identity_suggestion?: MappingIdentity | null
}

/** Errors of single columns, in the API's English, by column name. */
export function columnErrorsOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError)) return new Map()
  const { errors }: { errors?: readonly { column?: string; message: string }[] } = error.details
  return new Map(
    (errors ?? []).flatMap(({ column, message }) => (column === undefined ? [] : [[column, message]])),
  )
}
