/**
 * A mapping to start with, from a refusal's description of the columns of a file of unknown format. Returns the lines
 * to show; none if the refusal describes no columns.
 */
export function suggestMapping(problem: Record<string, unknown> | null): string[] {
  const columns = columnsOf(problem?.['columns'])
  if (columns.length === 0) return []
  const identity = problem?.['identity_suggestion']
  const known = columns.filter(({ suggestion }) => suggestion !== null)
  const mapping = {
    columns: Object.fromEntries(known.map(({ name, suggestion }) => [name, suggestion])),
    ...(typeof identity === 'string' && { identity }),
  }
  const others = columns.filter(({ suggestion }) => suggestion === null).map(({ name }) => `“${name}”`)
  return [
    'Say in a file what the columns are, and name it with --mapping. A beginning:',
    JSON.stringify(mapping),
    ...(others.length > 0 ? [`Nothing is suggested for ${others.join(', ')}.`] : []),
  ]
}

function columnsOf(value: unknown): { name: string; suggestion: string | null }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((column: unknown) => {
    const { name, suggestion = null }: Record<string, unknown> = { ...Object(column) }
    const isColumn = typeof name === 'string' && (suggestion === null || typeof suggestion === 'string')
    return isColumn ? [{ name, suggestion }] : []
  })
}
