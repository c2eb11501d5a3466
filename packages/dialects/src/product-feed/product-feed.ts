import { shortened } from '@catalog/catalog'
import { isZero } from '../decimals.ts'
import type { CanonicalRow } from '../dialect.ts'
import { collapsedHeader } from '../header-columns.ts'
import { OffSale } from '../off-sale.ts'
import { salePriceCells } from '../sale-price.ts'
import { htmlOrText } from '../text-to-html.ts'
import { amounts } from '../variant-rows/amounts.ts'
import { variantRows } from '../variant-rows/variant-rows.ts'
import type { Cell, VariantColumns } from '../variant-rows/variant-system.ts'
import { isWeightUnit, weightInGrams } from '../weight-in-grams.ts'
import { issueOf } from '../row-issues.ts'
import table from './columns.json' with { type: 'json' }

const columns: VariantColumns = table
const offSale = new OffSale('product_feed')

/**
 * The list of products that Google Merchant Center, Meta’s catalogs and Pinterest read: a row for each variant, tied by
 * `item_group_id` (csv-format.md §9).
 */
export const productFeed = variantRows({
  name: 'product_feed',
  columns,
  offSale,
  normalize,
  key: (cell) => groupOf(cell) || undefined,
  // An address or a title may differ between the variants, so that one part of a file would make another handle.
  handle: groupOf,
  isFoundBySku: true,
  hasOptions: (cell) => cell('item_group_id') !== '',
  titleOption: 'Variation',
  hasVariantImages: true,
  compareAtFollowsPrice: (file) => file.has('sale_price'),
  reader(_file, now) {
    const amountOf = amounts()
    return {
      product: (cell) => ({
        description_html: htmlOrText(cell('rich_text_description') || cell('description')),
      }),
      variant(cell, row) {
        warnOfAvailability(cell, row)
        const price = amountOf(cell('price'))
        const sale = amountOf(cell('sale_price'))
        const [from = '', to = ''] = cell('sale_price_effective_date').split('/', 2)
        const isSale = !isZero(sale) && sale !== price
        return {
          ...salePriceCells({ price, sale: isSale ? sale : '', from, to }, row, now),
          variant_weight_grams: gramsOf(cell('shipping_weight')),
        }
      },
    }
  },
})

/** `g:image link` in a sheet is `image_link`. */
function normalize(header: string): string {
  return collapsedHeader(header).replace(/^g:/, '').replaceAll(/[ -]/g, '_')
}

function groupOf(cell: Cell): string {
  return cell('item_group_id') || cell('id')
}

/** `1.5 kg`; without a unit it is not imported. */
function gramsOf(weight: string): string {
  const [, amount = '', unit = ''] = /^([\d.,]{1,30}) ?([a-z]{1,3})$/i.exec(weight) ?? []
  const known = unit.toLowerCase()
  return isWeightUnit(known) ? (weightInGrams(amount, known) ?? amount) : ''
}

const inStock = /^(?:in ?stock|available|true|yes|1)?$/

/** Warns of goods that can be ordered before there are any: here they are in stock. */
function warnOfAvailability(cell: Cell, row: CanonicalRow): void {
  const availability = shortened(cell('availability'), 200)
  const word = availability.toLowerCase().replaceAll(/[_-]/g, ' ')
  if (inStock.test(word) || offSale.quantity(cell, '', row) === '0') return
  row.warnings.push(
    issueOf('variant_inventory_quantity', 'ignored_value', availability, { case: 'availability' }),
  )
}
