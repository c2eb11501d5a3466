import currencies from './currencies.json' with { type: 'json' }

/** A price or a weight as its column reads it, and the currency beside it. */
export interface Amount {
  text: string
  /** `''` without one. */
  currency: string
}

const plain = /^-?[\d.,]*\d$/
/** Longer texts are no amounts, and slow to search. */
const maxLength = 40
/** Sign, currency, sign, number, `.–` for no cents, currency. */
const parts = /^(-?)(\D*?)(-?)([.,]?\d(?:[\d.,'’\s]*\d)?)(?:[.,]\s?[-–—]{1,2})?(\D*)$/u
/** Separators that only thousands have. */
const groups = /^\d{1,3}(?:['’\s]\d{3})+(?:[.,]\d+)?$/

/** `CHF 1’299.–` is 1299 in CHF; undefined for what is no amount. */
export function amountOf(cell: string): Amount | undefined {
  if (plain.test(cell)) return { text: cell, currency: '' }
  const found = cell.length > maxLength ? null : parts.exec(cell.trim())
  if (!found) return undefined
  const [, sign = '', before = '', innerSign = '', number = '', after = ''] = found
  const [first, second] = [currencyOf(before), currencyOf(after)]
  if (first === undefined || second === undefined || (first && second && first !== second)) return undefined
  const digits = groups.test(number) ? number.replaceAll(/['’\s]/g, '') : number
  return { text: `${sign || innerSign}${digits}`, currency: first || second }
}

const known = new Map(Object.entries(currencies))
let codes: Set<string> | undefined

/** The code of a currency, by its code, sign or abbreviation; `''` for no text, undefined for another one. */
function currencyOf(text: string): string | undefined {
  const name = text.trim()
  const code = known.get(name.toLowerCase())
  if (name === '' || code !== undefined || /^\p{Sc}$/u.test(name)) return code ?? name
  codes ??= new Set(Intl.supportedValuesOf('currency'))
  return codes.has(name.toUpperCase()) ? name.toUpperCase() : undefined
}
