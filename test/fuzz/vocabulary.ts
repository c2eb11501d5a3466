import { canonicalColumnNames } from '@catalog/catalog'
import type { Random } from './random.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

/** Cells that are difficult for readers, spreadsheets, databases and JavaScript. */
const { awkward } = vocabulary

/** Few values, so that rows often share products, variants, SKUs and images. */
const usual = vocabulary.usual.map(({ columns, values }) => ({ pattern: new RegExp(columns), values }))

/** Occasionally long enough for quadratic time to hang. */
const { snippets } = vocabulary

export function cellOf(random: Random, column: string, { odds }: { odds: number }): string {
  if (random.chance(odds)) return awkwardCell(random)
  const values = usual.find(({ pattern }) => pattern.test(column.toLowerCase()))?.values
  if (!values) return random.pick(['', '', 'x', 'One'])
  return random.pick(values)
}

export function awkwardCell(random: Random): string {
  if (random.chance(0.1)) return random.pick(awkward) + random.pick(awkward)
  if (random.chance(0.05)) return longCell(random, random.size(random.chance(0.05) ? 300_000 : 3_000))
  return random.pick(awkward)
}

/** A repeated snippet, with something else at its ends. */
export function longCell(random: Random, length: number): string {
  if (random.chance(0.3)) {
    const digits = random.pick(['0', '0', '9']).repeat(length)
    return (
      random.pick(['0.', '0.', '1,', '', '-', '1.5']) + digits + random.pick(['1', '1', '', '.5', 'x', ' '])
    )
  }
  const snippet = random.pick(snippets)
  const middle = snippet.repeat(Math.ceil(length / snippet.length))
  return random.pick(['', '', '1', '0.', '-', '=', 'a']) + middle + random.pick(['', '1', '!', 'x', '"'])
}

/** Most of the columns of a dialect's header. */
export function headerOf(random: Random, headers: string[][]): string[] {
  const base = random.chance(0.4)
    ? [...canonicalColumnNames, 'metadata.care', 'metadata.__proto__']
    : random.pick(headers)
  const keep = random.pick([1, 0.9, 0.5])
  const header = base.filter(() => random.chance(keep))
  if (random.chance(0.1)) header.push(...random.pick(headers).filter(() => random.chance(0.2)))
  if (random.chance(0.1)) header.push(awkwardCell(random))
  if (random.chance(0.1)) header.sort(() => random.below(3) - 1)
  return header.length > 0 ? header : ['handle']
}
