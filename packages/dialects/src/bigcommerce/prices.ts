import { minus, plus } from '../decimals.ts'
import type { NamedCells } from '../named-cells.ts'

/** As in the file; `''` if absent. */
export interface FilePrices {
  price: string
  sale: string
  retail: string
}

/**
 * With a sale price, the price is the sale price and the compare-at price the regular one; otherwise the compare-at
 * price is the retail price. BigCommerce writes `0.00` for “none” in both.
 */
export function priceCells({ price, sale, retail }: FilePrices): NamedCells {
  if (!isNone(sale)) return { variant_price: sale, variant_compare_at_price: price }
  return { variant_price: price, variant_compare_at_price: isNone(retail) ? '' : retail }
}

/** A variant's own prices; without any, its product's. */
export function variantPrices(own: FilePrices, product: FilePrices): FilePrices {
  if (own.price !== '') return own
  if (isNone(own.sale) && isNone(own.retail)) return product
  return {
    price: product.price,
    sale: isNone(own.sale) ? product.sale : own.sale,
    retail: isNone(own.retail) ? product.retail : own.retail,
  }
}

/**
 * The prices after a rule: `[ADD]4` and `[REMOVE]4` change them, `[FIXED]30` and `30` replace them. An invalid amount
 * becomes the price unchanged, and the preview refuses it.
 */
export function adjustPrices(prices: FilePrices, rule: string): FilePrices {
  const { kind, amount } = readRule(rule)
  if (kind === 'FIXED') return { price: amount, sale: '', retail: '' }
  const change = kind === 'ADD' ? plus : minus
  const adjust = (text: string) => (amountPattern.test(text) ? change(text, amount) : undefined) ?? rule
  return {
    price: adjust(prices.price),
    sale: isNone(prices.sale) ? '' : adjust(prices.sale),
    retail: prices.retail,
  }
}

/** Decimals of an amount, at most. */
const decimals = 10
const amountPattern = /^(\d{1,20})(?:\.(\d{1,10}))?$/

/** What a rule adds in units of 10^-10, or that it sets the price, or that it is not valid. */
export function addedBy(rule: string): bigint | 'fixed' | 'unreadable' {
  const { kind, amount } = readRule(rule)
  if (kind === 'FIXED') return 'fixed'
  const [, whole, fraction = ''] = amountPattern.exec(amount) ?? []
  if (whole === undefined) return 'unreadable'
  const added = BigInt(whole + fraction.padEnd(decimals, '0'))
  return kind === 'ADD' ? added : -added
}

/** A rule that has the effect of several which add this much together. */
export function ruleAdding(added: bigint): string {
  const digits = String(added < 0n ? -added : added).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const amount = `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`
  return `[${added < 0n ? 'REMOVE' : 'ADD'}]${amount}`
}

function readRule(rule: string): { kind: string; amount: string } {
  const [, kind = 'FIXED', amount = ''] = /^(?:\[(ADD|REMOVE|FIXED)\])?\s*(.*)$/is.exec(rule) ?? []
  return { kind: kind.toUpperCase(), amount }
}

function isNone(price: string): boolean {
  return /^0*(?:[.,]0*)?$/.test(price)
}
