/** Removes the apostrophe that WooCommerce puts in front of text that a spreadsheet could take for a formula. */
export function unguarded(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

/** The values of a list: `a, b\, c` is `a` and `b, c`. Blank ones are left out. */
export function listOf(cell: string): string[] {
  if (!cell.includes(',')) return cell === '' ? [] : [cell]
  const values = cell.includes('\\,')
    ? cell.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','))
    : cell.split(',')
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

/** `\n` is a line break, `\\n` the text `\n`. */
export function descriptionOf(cell: string): string {
  if (!cell.includes('\\\\n')) return cell.split('\\n').join('\n')
  return cell.replaceAll(/\\?\\n/g, (written) => (written === '\\n' ? '\n' : '\\n'))
}

/** `TRUE` or `FALSE` for WooCommerce's words; other text is returned unchanged, for the preview to report. */
export function taxableOf(taxStatus: string): string {
  const word = taxStatus.toLowerCase()
  if (word === 'taxable') return 'TRUE'
  // If only shipping is taxed, the price is not.
  return word === 'none' || word === 'shipping' ? 'FALSE' : taxStatus
}

/** A whole number, even if written with zero decimals: `5.0`. */
export function quantityOf(stock: string): string {
  return /^(-?\d+)\.0+$/.exec(stock)?.[1] ?? stock
}

/** `.5` becomes `0.5`: WooCommerce writes numbers as they were typed. */
export function decimalOf(number: string): string {
  return /^[.,]\d/.test(number) ? `0${number}` : number
}
