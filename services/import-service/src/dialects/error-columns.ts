/** What `errors.csv` adds to a file: known in every dialect, so that it can be uploaded again as it is, and ignored. */
export const errorColumns = ['error_column', 'error_code', 'error_message'] as const

export function isErrorColumn(header: string): boolean {
  const name = header.trim().toLowerCase()
  return errorColumns.some((column) => column === name)
}

/**
 * Whether the file is such a report: then each of its cells that a spreadsheet could take for a formula carries the
 * guard, whatever its dialect does, and loses it when it is read.
 */
export function isErrorReport(header: string[]): boolean {
  return header.some(isErrorColumn)
}

/** Up to the last column that has a name and is the file's own: data after it is beyond the header. */
export function namedWidth(header: string[]): number {
  return header.findLastIndex((name) => name !== '' && !isErrorColumn(name)) + 1
}
