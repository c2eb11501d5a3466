import fillerWords from './words/fillers.json' with { type: 'json' }

/** Words that do not identify a column: currencies, and that a cell is required. */
const fillers = new Set(fillerWords)

/** Characters of a name, at most: longer ones are not column names. */
const maxLength = 100

/**
 * A column's name in the form of the word lists: `VK-Preis (brutto) €` and `vkPreisBrutto` as `vk preis brutto`,
 * without accents and currencies.
 */
export function phraseOf(name: string): string {
  const words = folded(name.slice(0, maxLength).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

/** In lower case, without accents. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
}
