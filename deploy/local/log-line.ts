/** A log line's fields; null if it is not a JSON object. */
export function parseLine(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : null
  } catch {
    return null
  }
}
