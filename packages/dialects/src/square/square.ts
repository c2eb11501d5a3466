import { booleanOf, fileWarning } from '@catalog/catalog'
import { OffSale } from '../off-sale.ts'
import { salePriceCells } from '../sale-price.ts'
import { htmlOrText } from '../text-to-html.ts'
import { amounts, total } from '../variant-rows/amounts.ts'
import { variantRows } from '../variant-rows/variant-rows.ts'
import type { Cell, VariantColumns } from '../variant-rows/variant-system.ts'
import { isWeightUnit, weightInGrams } from '../weight-in-grams.ts'
import table from './columns.json' with { type: 'json' }

const columns: VariantColumns = table

/** The item library that Square exports: a row for each variation, tied by the item's name (csv-format.md §9). */
export const square = variantRows({
  name: 'square',
  columns,
  offSale: new OffSale('square'),
  key: (cell) => cell('item name') || undefined,
  handle: permalink,
  compareAtFollowsPrice: (file) => file.has('online sale price'),
  reader(file, now) {
    const names = file.names()
    const locations = names.flatMap((name) => /^current quantity (.*)$/.exec(name)?.[1] ?? [])
    const weights = names.flatMap((name) => {
      const unit = /^weight \((.*)\)$/.exec(name)?.[1] ?? ''
      return isWeightUnit(unit) ? [{ name, unit }] : []
    })
    const amountOf = amounts()
    return {
      product: (cell) => ({
        description_html: htmlOrText(cell('description')),
        ...(booleanOf(cell('archived')) && { status: 'archived' }),
      }),
      variant(cell, row) {
        const weight = weights.find(({ name }) => cell(name) !== '')
        const grams = weight && (weightInGrams(cell(weight.name), weight.unit) ?? cell(weight.name))
        const [price, sale] = [amountOf(cell('price')), amountOf(cell('online sale price'))]
        return {
          ...salePriceCells({ price, sale, from: '', to: '' }, row, now),
          variant_inventory_quantity: total(
            locations.map((name) => cell(`new quantity ${name}`) || cell(`current quantity ${name}`)),
          ),
          variant_weight_grams: grams ?? '',
        }
      },
      warnings(records) {
        const used = locations.filter((name) =>
          records.some((record) => /[1-9]/.test(file.cell(record, `current quantity ${name}`))),
        )
        return used.length > 1 ? [fileWarning('several_outlets')] : []
      },
    }
  },
})

/** The last part of an address such as `shop/linen-shirt`. */
function permalink(cell: Cell): string {
  return (
    cell('permalink')
      .split('/')
      .findLast((part) => part !== '') ?? ''
  )
}
