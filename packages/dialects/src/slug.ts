import { maxHandleLength, normalizeHandle } from '@catalog/catalog'

/** UTF-16 units of a text that are read; a character may take four. */
const maxLength = 4 * maxHandleLength

/** More marks in a row than any language needs: normalising takes quadratic time in their number. */
const surplusMarks = /(\p{Mn}{30})\p{Mn}+/gu

/**
 * A handle made of a text: `Café “Olé” – Men’s` becomes `café-olé-mens`. Letters of any script, digits and single
 * hyphens, at most 255 characters; `''` if the text has no letter or digit. Of a text longer than a name and a SKU can
 * be, only the beginning is used.
 */
export function slug(text: string): string {
  const start = text.slice(0, maxLength)
  const joined = (isAscii.test(start) ? asciiWords(start) : words(start)).join('-')
  if (joined.length <= maxHandleLength) return joined
  return Array.from(joined).slice(0, maxHandleLength).join('').replace(/-$/, '')
}

/** True of most names, whose words are found in a fifth of the time. */
const isAscii = /^[ -~]*$/

function asciiWords(text: string): string[] {
  return (
    text
      .replaceAll("'", '')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  )
}

function words(text: string): string[] {
  const name = text.replaceAll(surplusMarks, '$1').replaceAll(/['‘’]/g, '')
  return (
    normalizeHandle(name)
      // What İ becomes in lower case: a dot above the dot.
      .replaceAll('i\u0307', 'i')
      .split(/[^\p{L}\p{Nd}\p{M}]+/u)
      // A combining mark without a letter is dropped.
      .map((word) => word.replace(/^\p{M}+/u, ''))
      .filter((word) => word !== '')
  )
}
