/** Without contracts, whose type is the same: the page splits files without it. */
export type Delimiter = (typeof delimiters)[number]

export const delimiters = [',', ';', '\t', '|'] as const

/** Rows above the header, such as a title and a date, that are skipped. */
export const maxAbove = 5

/** A line that names the delimiter, as Excel writes one. */
export const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i

/**
 * The most frequent delimiter of the first line, outside quotes; if that line is not a header, of the next one that is
 * (csv-format.md §1).
 */
export function findDelimiter(
  text: string,
  isHeader: (line: string, delimiter: Delimiter) => boolean,
): Delimiter {
  const first = mostFrequent(text.trimStart())
  if (isHeader(text.trimStart(), first)) return first
  const lines = text.split(/[\r\n]+/, 2 * (maxAbove + 1)).filter((line) => line.trim() !== '')
  const others = lines.slice(1, maxAbove + 1).map((line) => [line, mostFrequent(line)] as const)
  return others.find(([line, delimiter]) => isHeader(line, delimiter))?.[1] ?? first
}

function mostFrequent(text: string): Delimiter {
  const counts = new Map<string, number>()
  let quoting = false
  for (const character of text) {
    if (character === '"') quoting = !quoting
    else if (!quoting && (character === '\n' || character === '\r')) break
    else if (!quoting) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
