import type { DraftRow } from '@catalog/contracts'

/** An error code and its column; null if it has no column. */
interface Cause {
  code: string
  column: string | null
}

/** In the form of an address: `code`, or `code.column`. */
export function readCause(cause: string): Cause {
  const [code = '', ...column] = cause.split('.')
  return { code, column: column.length > 0 ? column.join('.') : null }
}

export function hasCause({ errors }: DraftRow, cause: Cause): boolean {
  return errors.some(({ code, column }) => code === cause.code && column === cause.column)
}
