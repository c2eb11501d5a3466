/** Random numbers that depend on a seed, so that a case can be repeated. */
export interface Random {
  /** A whole number of at least 0 and less than `end`. */
  below(end: number): number
  /** From 1 to `most`, with small numbers as likely as large ones. */
  size(most: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function randomFrom(seed: string): Random {
  const next = mulberry32(hash(seed))
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    size: (most) => Math.max(1, Math.floor(2 ** (next() * Math.log2(most + 1)))),
    chance: (probability) => next() < probability,
    pick: <Item>(items: readonly Item[]) => {
      for (const item of items.slice(below(items.length))) return item
      throw new Error('there is nothing to pick from')
    },
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193)
  return state >>> 0
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
