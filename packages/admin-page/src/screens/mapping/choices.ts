/**
 * By column name, the field that the column is read as; a column that is missing is left out. No field occurs twice.
 */
export type Choices = ReadonlyMap<string, string>

export interface SuggestedColumn {
  name: string
  suggestion: string | null
}

/** The initial choices: the previous mapping of such a file, otherwise the suggestions. */
export function firstChoices(
  columns: readonly SuggestedColumn[],
  before?: Readonly<Record<string, string>>,
): Choices {
  const known = new Map(Object.entries(before ?? {}).map(([name, field]) => [comparable(name), field]))
  const isKnown = columns.some(({ name }) => known.has(comparable(name)))
  const taken = new Set<string>()
  const choices = new Map<string, string>()
  for (const { name, suggestion } of columns) {
    const field = isKnown ? (known.get(comparable(name)) ?? null) : suggestion
    if (field === null || taken.has(field) || choices.has(name)) continue
    taken.add(field)
    choices.set(name, field)
  }
  return choices
}

/** Reads a column as a field, or leaves it out. If another column (`from`) had the field, it loses it. */
export function choose(
  choices: Choices,
  column: string,
  field: string | null,
): { choices: Choices; from: string | null } {
  const next = new Map(choices)
  next.delete(column)
  if (field === null) return { choices: next, from: null }
  const from = [...next].find(([, taken]) => taken === field)?.[0] ?? null
  if (from !== null) next.delete(from)
  next.set(column, field)
  return { choices: next, from }
}

/** A field that was taken from another column. */
export interface Moved {
  from: string
  field: string
  to: string
}

export interface Choosing {
  choices: Choices
  /** The choices at the time when the current list of fields was entered. */
  entered: Choices
  moved: Moved | null
}

export type Step = { what: 'enter' } | { what: 'choose'; column: string; field: string | null }

/** Arrow keys choose each field that they pass: it is taken from its column only while it stays selected. */
export function nextStep({ choices, entered, moved }: Choosing, step: Step): Choosing {
  if (step.what === 'enter') return { choices, entered: choices, moved }
  const { column: to, field } = step
  const next = choose(entered, to, field)
  const { from } = next
  return {
    choices: next.choices,
    entered,
    moved: from === null || field === null ? null : { from, field, to },
  }
}

/** In the API's form, in the order of the file. */
export function mappedColumns(
  columns: readonly { name: string }[],
  choices: Choices,
): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(({ name }) => {
      const field = choices.get(name)
      return field === undefined ? [] : [[name, field]]
    }),
  )
}

/** A remembered header matches in any case. */
function comparable(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
