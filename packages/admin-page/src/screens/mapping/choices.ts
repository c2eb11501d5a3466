/** As what each column is read, by the column's name; a column that is not in it is left out. No field is in it twice. */
export type Choices = ReadonlyMap<string, string>

export interface SuggestedColumn {
  name: string
  suggestion: string | null
}

/** What is chosen before anybody has chosen: as such a file was read before, else what is suggested. */
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

/** Reads a column as a field, or leaves it out. A field that another column had moves: `from` had it. */
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

/** A field that was taken from a column. */
export interface Moved {
  from: string
  field: string
  to: string
}

export interface Choosing {
  choices: Choices
  /** As they were when the list of fields that is used was entered. */
  entered: Choices
  moved: Moved | null
}

export type Step = { what: 'enter' } | { what: 'choose'; column: string; field: string | null }

/** Arrow keys choose each field that they pass: it is taken from its column only as long as they stay on it. */
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

/** As the API takes them, in the order of the file. */
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

/** A header is remembered in whatever case it was written. */
function comparable(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
