/** A cell that a spreadsheet could run as a formula, behind any number of apostrophes. */
const formula = /^'*\s*[=+\-@\t\r\n＝＋－＠]/
const guardedFormula = /^''*\s*[=+\-@\t\r\n＝＋－＠]/

/**
 * The same inside a text: a spreadsheet that separates cells by semicolons or tabs, as Excel does in most languages,
 * finds neither the commas nor the quotes of the file, and begins a cell there, or a row at a line break. The items of
 * a list (`- Soft`) are none.
 */
const blanks = String.raw`'*[^\S;\t\r\n]*`
const begins = String.raw`(?=${blanks}[=+\-@＝＋－＠])`
const beginsRow = String.raw`(?=${blanks}(?:[=+@＝＋＠]|[-－](?! )))`
const inner = new RegExp(`[;\\t]${begins}|[\\r\\n]${beginsRow}`, 'g')
const guardedInner = new RegExp(`([;\\t])'${begins}|([\\r\\n])'${beginsRow}`, 'g')
const separator = /[;\t\r\n]/

/**
 * Puts an apostrophe in front of whatever a spreadsheet could run as a formula. `guard` and `unguard` are a bijection: no
 * text is lost, however it begins (INV-12).
 */
export function guard(text: string): string {
  const guarded = separator.test(text) ? text.replace(inner, "$&'") : text
  return !beginsUsually(guarded) && formula.test(guarded) ? `'${guarded}` : guarded
}

/** Removes what `guard` added. */
export function unguard(cell: string): string {
  const text = guardedFormula.test(cell) ? cell.slice(1) : cell
  return separator.test(text) ? text.replace(guardedInner, '$1$2') : text
}

/** Whether it begins with an ASCII letter or digit, which needs no regular expression. */
function beginsUsually(text: string): boolean {
  const first = text.charCodeAt(0)
  return (
    (first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || (first >= 0x30 && first <= 0x39)
  )
}
