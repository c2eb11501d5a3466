/** Control characters, and invisible ones that change how the rest is shown, such as the direction of writing. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const maxLength = 255

/**
 * The visible characters of a text, as one line of at most 255, composed (NFC), so that names and search texts are
 * spelled alike.
 */
export function visibleText(text: string): string {
  // Shortened before composing as well: composing thousands of accents on one letter takes quadratic time.
  return cut(cut(text.replaceAll(unseen, '')).normalize('NFC'))
}

/** A name as it is stored and shown; null if no visible character is left. */
export function visibleName(text: string): string | null {
  return visibleText(text.trim()).trim() || null
}

/** Does not split a surrogate pair. */
function cut(text: string): string {
  const start = text.slice(0, maxLength)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
