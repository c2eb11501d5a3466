import { isZero, lessPercent, minus } from '../decimals.ts'
import { collapsedHeader } from '../header-columns.ts'
import { OffSale } from '../off-sale.ts'
import { salePriceCells } from '../sale-price.ts'
import { amounts } from '../variant-rows/amounts.ts'
import { variantRows } from '../variant-rows/variant-rows.ts'
import type { Cell, VariantColumns } from '../variant-rows/variant-system.ts'
import { warnOfWeights } from '../weights-without-unit.ts'
import table from './columns.json' with { type: 'json' }

const columns: VariantColumns = table

/** The columns of prices; what customers pay comes before the price without tax. */
const prices = [
  'price tax excluded or price tax included',
  'price tax included',
  'price tax incl.',
  'price (tax incl.)',
  'price tax excluded',
  'price tax excl.',
  'price (tax excl.)',
]

/** PrestaShop's file of products, and the list of products that it exports: a row for each (csv-format.md §9). */
export const prestashop = variantRows({
  name: 'prestashop',
  columns,
  offSale: new OffSale('prestashop'),
  normalize,
  key: (cell) => idOf(cell) || undefined,
  handle: (cell) => cell('url rewritten') || cell('friendly url'),
  id: idOf,
  compareAtFollowsPrice: (file) => file.has('discount amount') || file.has('discount percent'),
  reader(file, now) {
    const amountOf = amounts()
    return {
      variant(cell, row) {
        const price = amountOf(prices.map((name) => cell(name)).find((text) => text !== '') ?? '')
        const sale = {
          price,
          sale: discounted(price, cell),
          from: dateOf(cell('discount from')),
          to: dateOf(cell('discount to')),
        }
        return salePriceCells(sale, row, now)
      },
      warnings: (records) => warnOfWeights(file, records, 'weight'),
    }
  },
})

/** `Name *` is `name`, and `Categories (x,y,z...)` is `categories`, whatever is in the brackets. */
function normalize(header: string): string {
  const name = collapsedHeader(header)
  return name.startsWith('price') ? name : name.replace(/ ?(?:\([^()]*\)|[*#])$/, '')
}

function idOf(cell: Cell): string {
  return cell('product id') || cell('id')
}

/** The price less its discount; `''` without one. */
function discounted(price: string, cell: Cell): string {
  const [amount, percent] = [cell('discount amount'), cell('discount percent').replace(/ ?%$/, '')]
  if (amount !== '' && !isZero(amount)) return minus(price, amount) ?? `${price} − ${amount}`
  return percent === '' || isZero(percent) ? '' : (lessPercent(price, percent) ?? `${price} − ${percent} %`)
}

/** PrestaShop's `0000-00-00` is no date. */
function dateOf(text: string): string {
  return text.startsWith('0000') ? '' : text
}
