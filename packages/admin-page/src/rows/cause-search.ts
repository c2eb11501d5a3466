import type { DraftRow } from '../api/client.ts'

/** What is wrong, and in which column; null where it is in none. */
interface Cause {
  code: string
  column: string | null
}

/** As an address has it: `code`, or `code.column`. */
export function readCause(cause: string): Cause {
  const [code = '', ...column] = cause.split('.')
  return { code, column: column.length > 0 ? column.join('.') : null }
}

export function hasCause({ errors }: DraftRow, cause: Cause): boolean {
  return errors.some(({ code, column }) => code === cause.code && column === cause.column)
}
