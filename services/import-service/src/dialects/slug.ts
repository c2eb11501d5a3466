import { normalizeHandle } from '@catalog/catalog'

/** Characters that a handle may have (csv-format.md §2). */
const maxHandleLength = 255

/**
 * The handle that a text comes to: `Café “Olé” – Men’s` is `café-olé-mens`. Letters of any script, digits and single
 * hyphens, at most 255 characters; `''` where the text has no letter or digit.
 */
export function slug(text: string): string {
  const words = normalizeHandle(text.replaceAll(/['‘’]/g, ''))
    .split(/[^\p{L}\p{Nd}\p{M}]+/u)
    // A mark that stands on nothing is no letter.
    .map((word) => word.replace(/^\p{M}+/u, ''))
    .filter((word) => word !== '')
  const characters = Array.from(words.join('-')).slice(0, maxHandleLength)
  return characters.join('').replace(/-$/, '')
}
