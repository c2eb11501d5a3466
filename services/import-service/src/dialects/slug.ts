import { maxHandleLength, normalizeHandle } from '@catalog/catalog'

/** UTF-16 units of a text that are read; a character may be written in four. */
const maxLength = 4 * maxHandleLength

/** Marks in a row, of which no language needs thirty: normalising takes time by the square of their number. */
const surplusMarks = /(\p{Mn}{30})\p{Mn}+/gu

/**
 * The handle that a text comes to: `Café “Olé” – Men’s` is `café-olé-mens`. Letters of any script, digits and single
 * hyphens, at most 255 characters; `''` where the text has no letter or digit. Of a text that is longer than a name and a
 * SKU can be, the beginning counts.
 */
export function slug(text: string): string {
  const name = text.slice(0, maxLength).replaceAll(surplusMarks, '$1')
  const words = normalizeHandle(name.replaceAll(/['‘’]/g, ''))
    .split(/[^\p{L}\p{Nd}\p{M}]+/u)
    // A combining mark without a letter is no letter.
    .map((word) => word.replace(/^\p{M}+/u, ''))
    .filter((word) => word !== '')
  const characters = Array.from(words.join('-')).slice(0, maxHandleLength)
  return characters.join('').replace(/-$/, '')
}
