import { folded } from './phrase-of.ts'
import lists from './words/cost-words.json' with { type: 'json' }

const words = new Set(lists.words.map(folded))
const net = new Set(lists.net.map(folded))

/**
 * Whether a price's name says that the shop pays it, in any language. A net price is the shop's own where the name does
 * not say that it is for customers.
 */
export function isCost(phrase: string): boolean {
  const own = phrase.split(' ')
  const isSelling = own.some((word) => lists.selling.some((start) => word.startsWith(start)))
  return (
    own.some((word) => words.has(word) || lists.starts.some((start) => word.startsWith(start))) ||
    lists.stems.some((stem) => phrase.includes(folded(stem))) ||
    (!isSelling && own.some((word) => net.has(word)))
  )
}
