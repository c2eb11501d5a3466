/** Signs between the parts of a title, at the ends of a part. */
const connectors = /^[\s\-–—|,;:/·•([]+|[\s\-–—|,;:/·•)\]]+$/gu
/** Characters of an option's value, at most; UTF-16 units are no fewer. */
const maxValue = 255

/** What tells rows apart: the words in which their titles differ, else the titles, else the ids. */
export function differences(rows: { title: string; id: string }[]): string[] {
  const titles = rows.map(({ title }) => title)
  const ids = rows.map(({ id }) => id)
  return [differentWords(titles), titles].find(areDistinct) ?? ids
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
