/** Control characters, and what is not seen but changes how the rest is shown, such as the direction of writing. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const maxLength = 255

/**
 * What is seen of a text, as one line of at most 255 characters, composed (NFC): names and what people search them for are
 * spelled alike.
 */
export function visibleText(text: string): string {
  // Cut before it is composed as well: composing thousands of accents on one letter takes quadratic time.
  return cut(cut(text.replaceAll(unseen, '')).normalize('NFC'))
}

/** A name as it is stored and shown; null where nothing of it is seen. */
export function visibleName(text: string): string | null {
  return visibleText(text.trim()).trim() || null
}

/** Leaves no half of a surrogate pair. */
function cut(text: string): string {
  const start = text.slice(0, maxLength)
  return start.isWellFormed() ? start : start.slice(0, -1)
}
