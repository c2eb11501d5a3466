import { booleanOf, productStatuses } from '@catalog/catalog'
import type { ProductStatus } from '@catalog/catalog'
import { folded } from './phrase-of.ts'
import words from './words/cell-words.json' with { type: 'json' }

/** Characters of a word, at most. */
const longestWord = 40

const yes = new Set(words.yes.map(wordOf))
const no = new Set(words.no.map(wordOf))
const statuses = new Map<string, ProductStatus>(
  productStatuses.flatMap((status) => words[status].map((word) => [wordOf(word), status] as const)),
)

/** What a word for yes or no means, in any language of the word lists; undefined for any other text. */
export function truthOf(cell: string): boolean | undefined {
  const word = wordOf(cell)
  return booleanOf(cell.trim()) ?? (yes.has(word) ? true : no.has(word) ? false : undefined)
}

/** The status that a word or number of a shop system means; undefined for any other text. */
export function statusOf(cell: string): ProductStatus | undefined {
  const status = statuses.get(wordOf(cell))
  if (status !== undefined) return status
  const isOn = truthOf(cell)
  return isOn === undefined ? undefined : isOn ? 'active' : 'draft'
}

function wordOf(cell: string): string {
  return folded(cell.slice(0, longestWord).trim()).replaceAll(/(?<=\p{L})[-_\s]+(?=\p{L})/gu, ' ')
}
