import { minus, plus } from '../decimals.ts'
import type { NamedCells } from '../named-cells.ts'

/** As the file gives them; `''` where it does not. */
export interface FilePrices {
  price: string
  sale: string
  retail: string
}

/**
 * A sale price is what is asked, beside the regular one; else the retail price is the one to compare with. BigCommerce
 * writes `0.00` for “none” in both.
 */
export function priceCells({ price, sale, retail }: FilePrices): NamedCells {
  if (!isNone(sale)) return { variant_price: sale, variant_compare_at_price: price }
  return { variant_price: price, variant_compare_at_price: isNone(retail) ? '' : retail }
}

/** A variant's own prices; where it has none, its product's. */
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
 * What a rule makes of them: `[ADD]4` and `[REMOVE]4` change what is there, `[FIXED]30` and `30` replace it. An amount
 * that cannot be computed with becomes the price unchanged, for the preview to refuse.
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

/** Of amounts, at most. */
const decimals = 10
const amountPattern = /^(\d{1,20})(?:\.(\d{1,10}))?$/

/** What a rule adds, in 10^-10, or that it replaces the price, or cannot be computed with. */
export function addedBy(rule: string): bigint | 'fixed' | 'unreadable' {
  const { kind, amount } = readRule(rule)
  if (kind === 'FIXED') return 'fixed'
  const [, whole, fraction = ''] = amountPattern.exec(amount) ?? []
  if (whole === undefined) return 'unreadable'
  const added = BigInt(whole + fraction.padEnd(decimals, '0'))
  return kind === 'ADD' ? added : -added
}

/** The rule that does as several which add so much together. */
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
