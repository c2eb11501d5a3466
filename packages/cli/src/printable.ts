/**
 * Text that is safe to show on a terminal: text from a file or a server must not move the cursor, set a title or change
 * the direction of what follows. Line breaks become spaces.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[\p{Bidi_Control}\p{Cs}]/gu, '')
}
