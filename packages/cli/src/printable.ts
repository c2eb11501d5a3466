/**
 * As it can be shown on a terminal: what a file or a server says moves no cursor, sets no title and does not change the
 * direction of what follows. Line breaks become spaces.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[\p{Bidi_Control}\p{Cs}]/gu, '')
}
