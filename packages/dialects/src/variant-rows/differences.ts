import { maxOptions } from '../option-names.ts'
import type { OptionPair } from '../option-names.ts'

/** Signs between the parts of a title, at the ends of a part. */
const connectors = /^[\s\-–—|,;:/·•([]+|[\s\-–—|,;:/·•)\]]+$/gu
/** Characters of an option's value, at most; UTF-16 units are no fewer. */
const maxValue = 255

interface ToTell {
  /** The row's own options. */
  options: OptionPair[]
  title: string
  id: string
}

/**
 * What tells rows apart that their own options do not: the words in which their titles differ, else the titles, else
 * the ids; and the names of the options that all of them have besides. Undefined if their own options do.
 */
export function tellApart(rows: ToTell[]): { names: Set<string>; values: string[] } | undefined {
  const options = rows.map(({ options: own }) => own)
  if (areToldApart(options)) return undefined
  const filled = new Map<string, number>()
  for (const { name } of options.flat()) filled.set(name, (filled.get(name) ?? 0) + 1)
  const names = [...filled].filter(([, count]) => count === rows.length).map(([name]) => name)
  const titles = rows.map(({ title }) => title)
  const values = [differentWords(titles), titles].find(areDistinct) ?? rows.map(({ id }) => id)
  return { names: new Set(names.slice(0, maxOptions - 1)), values }
}

/** Whether all rows have the same options, not too many, and each has other values. */
function areToldApart(options: OptionPair[][]): boolean {
  const [first = []] = options
  const isAlike = (pairs: OptionPair[]) =>
    pairs.length === first.length && pairs.every(({ name }, index) => name === first[index]?.name)
  return (
    first.length <= maxOptions &&
    options.every(isAlike) &&
    new Set(options.map((pairs) => pairs.map(({ value }) => value).join('\0'))).size === options.length
  )
}

function areDistinct(texts: string[]): boolean {
  const distinct = new Set(texts.map((text) => text.toLowerCase()))
  return distinct.size === texts.length && texts.every((text) => text !== '' && text.length <= maxValue)
}

/** The titles without the words that all of them begin and end with. */
function differentWords(titles: string[]): string[] {
  const words = titles.map((title) => title.split(/\s+/))
  const [first = []] = words
  const shortest = words.reduce((least, { length }) => Math.min(least, length), Infinity)
  let begin = 0
  while (begin < shortest && words.every((title) => title[begin] === first[begin])) begin++
  let end = 0
  // The unit of a number stays with it.
  const isCommon = (title: string[]) =>
    title.at(-1 - end) === first.at(-1 - end) && !/\d$/.test(title.at(-2 - end) ?? '')
  while (end < shortest - begin && words.every(isCommon)) end++
  return words.map((title) =>
    title
      .slice(begin, title.length - end)
      .join(' ')
      .replaceAll(connectors, ''),
  )
}
