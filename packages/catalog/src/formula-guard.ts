/** A cell that a spreadsheet could run as a formula, behind any number of apostrophes. */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/
const guardedFormula = /^''*\s*[=+\-@\t\r\n＝＋－＠]/

/**
 * Puts an apostrophe in front of a text that a spreadsheet could run as a formula. `guard` and `unguard` are a
 * bijection: no text is lost, however it begins (INV-12).
 */
export function guard(text: string): string {
  return !beginsUsually(text) && formula.test(text) ? `'${text}` : text
}

/** Removes what `guard` added. */
export function unguard(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell
}

/** Whether it begins with an ASCII letter or digit, which needs no regular expression. */
function beginsUsually(text: string): boolean {
  const first = text.charCodeAt(0)
  return (
    (first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || (first >= 0x30 && first <= 0x39)
  )
}
