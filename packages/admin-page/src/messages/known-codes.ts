import { problems } from './en/problems.ts'
import { fields, fileWarnings, rowErrors, rowWarnings } from './en/rows.ts'

// The message of a code; codes that the page does not know yet are `unknown`.

export function knownProblem(code: string): keyof typeof problems {
  return isKeyOf(problems, code) ? code : 'unknown'
}

export function knownRowError(code: string): keyof typeof rowErrors {
  return isKeyOf(rowErrors, code) ? code : 'unknown'
}

export function knownRowWarning(code: string): keyof typeof rowWarnings {
  return isKeyOf(rowWarnings, code) ? code : 'unknown'
}

export function knownFileWarning(code: string): keyof typeof fileWarnings {
  return isKeyOf(fileWarnings, code) ? code : 'unknown'
}

/** Null for columns that are a file's own, such as `metadata.material`. */
export function knownField(column: string): keyof typeof fields | null {
  return isKeyOf(fields, column) ? column : null
}

function isKeyOf<Table extends object>(table: Table, key: string): key is keyof Table & string {
  return Object.hasOwn(table, key)
}
