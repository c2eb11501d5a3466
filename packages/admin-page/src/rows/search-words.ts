/** A parsed search. */
export interface SearchWords {
  /** A product matches if its text contains every word; a number may be one of its row numbers instead. */
  words: readonly string[]
  /** Only these rows: "row 17". */
  rows: ReadonlySet<number>
}

/** @param rowWord "Row" in the page's language; the English word works too */
export function readSearchWords(q: string, rowWord: string): SearchWords {
  const rowWords = new Set(['row', folded(rowWord).trim()])
  const words: string[] = []
  const rows = new Set<number>()
  for (const word of folded(q).split(/\s+/).filter(Boolean)) {
    const isRow = /^\d+$/.test(word) && rowWords.has(words.at(-1) ?? '')
    if (isRow) words.pop()
    if (isRow) rows.add(Number(word))
    else words.push(word)
  }
  return { words, rows }
}

/** Without case and accents: "creme" finds "Crème". */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
