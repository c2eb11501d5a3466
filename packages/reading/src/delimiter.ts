/** Without contracts, whose type is the same: the page splits files without it. */
export type Delimiter = (typeof delimiters)[number]

export const delimiters = [',', ';', '\t', '|'] as const

/** Rows above the header, such as a title and a date, that are skipped. */
export const maxAbove = 5

/** A line that names the delimiter, as Excel writes one. */
export const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i

/** Rows by which a delimiter is judged. */
const judgedRows = 25

/**
 * The delimiter under which the first line is a header, or one of the next ones is; otherwise the one of which most
 * rows have as many as the first line, and of several the most frequent there (csv-format.md §1).
 */
export function findDelimiter(
  text: string,
  isHeader: (line: string, delimiter: Delimiter) => boolean,
): Delimiter {
  const start = text.trimStart()
  const [first = new Map<string, number>(), ...rows] = countDelimiters(start)
  const known = ranked(first).find((delimiter) => isHeader(start, delimiter))
  if (known) return known
  const lines = text.split(/[\r\n]+/, 2 * (maxAbove + 1)).filter((line) => line.trim() !== '')
  for (const line of lines.slice(1, maxAbove + 1)) {
    const [counts = first] = countDelimiters(line)
    const other = ranked(counts).find((delimiter) => isHeader(line, delimiter))
    if (other) return other
  }
  const fitting = (delimiter: Delimiter) =>
    rows.filter((counts) => counts.get(delimiter) === first.get(delimiter)).length
  return ranked(first).reduce((best, delimiter) => (fitting(delimiter) > fitting(best) ? delimiter : best))
}

/** Those that a row has, the most frequent first; a comma if it has none. */
function ranked(counts: Map<string, number>): [Delimiter, ...Delimiter[]] {
  const count = (delimiter: string) => counts.get(delimiter) ?? 0
  const [first = ',', ...others] = delimiters
    .filter((delimiter) => count(delimiter) > 0)
    .sort((a, b) => count(b) - count(a))
  return [first, ...others]
}

/** How often the first rows have each character, outside quotes. */
function countDelimiters(text: string): Map<string, number>[] {
  const rows: Map<string, number>[] = []
  let counts = new Map<string, number>()
  let quoting = false
  for (const character of text) {
    if (character === '"') quoting = !quoting
    if (quoting) continue
    if (character !== '\n' && character !== '\r') counts.set(character, (counts.get(character) ?? 0) + 1)
    else if (counts.size > 0) {
      if (rows.push(counts) === judgedRows) return rows
      counts = new Map()
    }
  }
  return [...rows, counts]
}
