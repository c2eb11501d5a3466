import { fields, fileWarnings, rowErrors, rowWarnings } from '../../messages/en/rows.ts'

// Codes and columns that the page does not know yet have a title of their own; the service's sentence says more.

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
