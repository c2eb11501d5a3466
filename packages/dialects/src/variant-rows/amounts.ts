import { plus } from '../decimals.ts'

/** `12.00 USD`, `USD 12.00`, `$12` */
const pattern = /^([a-z]{3}|\p{Sc})? ?(\d[\d.,]{0,30}) ?([a-z]{3}|\p{Sc})?$/iu

/** Reads the prices of one file, without their currency. */
export function amounts(): (text: string) => string {
  let currency: string | undefined
  return (text) => {
    const [, before = '', amount = '', after = ''] = pattern.exec(text) ?? []
    const named = (before || after).toUpperCase()
    if (amount === '' || (before !== '' && after !== '')) return text
    if (named !== '') currency ??= named
    // In another currency than the first one it stays a text, which is an error.
    return named === '' || named === currency ? amount : text
  }
}

/** The sum of quantities, `''` without any. A text that is no number stays, to be refused. */
export function total(quantities: string[]): string {
  const counted = quantities.filter((quantity) => quantity !== '')
  const wrong = counted.find((quantity) => plus(quantity, '0') === undefined)
  return wrong ?? counted.reduce((sum, quantity) => plus(sum || '0', quantity) ?? sum, '')
}
