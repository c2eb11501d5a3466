/**
 * Columns that `errors.csv` adds to a file: every dialect knows and ignores them, so that the report can be uploaded as
 * it is.
 */
export const errorColumns = ['error_column', 'error_code', 'error_message'] as const

export function isErrorColumn(header: string): boolean {
  const name = header.trim().toLowerCase()
  return errorColumns.some((column) => column === name)
}

/**
 * Whether the file is an error report: then each of its cells that a spreadsheet could take for a formula carries the
 * guard, whatever its dialect does, and reading removes it.
 */
export function isErrorReport(header: string[]): boolean {
  return header.some(isErrorColumn)
}

/**
 * The number of columns up to the last one that has a name and is the file's own: data after it is beyond the header.
 */
export function namedWidth(header: string[]): number {
  return header.findLastIndex((name) => name !== '' && !isErrorColumn(name)) + 1
}
