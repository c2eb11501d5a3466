/** What a search asks for. */
export interface SearchWords {
  /** A product matches where its text contains every word; a number may be that of one of its rows instead. */
  words: readonly string[]
  /** Just these rows: "row 17". */
  rows: ReadonlySet<number>
}

/** @param rowWord "Row", in the language of the page; the English word is understood as well */
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

/** Capitals and accents aside: "creme" finds "Crème". */
export function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
