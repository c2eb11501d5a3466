/** A cell that a spreadsheet could take for a formula, behind any number of apostrophes. */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/
const guardedFormula = /^''*\s*[=+\-@\t\r\n＝＋－＠]/

/**
 * Puts one apostrophe in front of a text that a spreadsheet could run as a formula. With `unguard` a bijection: nothing
 * is lost, whatever the text begins with (INV-12).
 */
export function guard(text: string): string {
  return !beginsUsually(text) && formula.test(text) ? `'${text}` : text
}

/** Takes off what `guard` put on. */
export function unguard(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell
}

/** With a letter or a digit of ASCII: not worth a regular expression. */
function beginsUsually(text: string): boolean {
  const first = text.charCodeAt(0)
  return (
    (first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || (first >= 0x30 && first <= 0x39)
  )
}
