import { booleanOf } from '@catalog/catalog'
import { OffSale } from '../off-sale.ts'
import { salePriceCells } from '../sale-price.ts'
import { variantRows } from '../variant-rows/variant-rows.ts'
import type { VariantColumns } from '../variant-rows/variant-system.ts'
import { warnOfWeights } from '../weights-without-unit.ts'
import table from './columns.json' with { type: 'json' }

const columns: VariantColumns = table

/** The products that Squarespace exports: below a product's row, those of its further variants, without its id and title. */
export const squarespace = variantRows({
  name: 'squarespace',
  columns,
  offSale: new OffSale('squarespace'),
  key: (cell) => cell('product id [non editable]') || cell('product url') || cell('title'),
  handle: (cell) => cell('product url'),
  compareAtFollowsPrice: (file) => file.has('sale price'),
  reader(file, now) {
    let type = ''
    return {
      variant(cell, row) {
        type = cell('product type [non editable]').toUpperCase() || type
        const stock = cell('stock')
        const sale = booleanOf(cell('on sale')) ? cell('sale price') : ''
        return {
          ...salePriceCells({ price: cell('price'), sale, from: '', to: '' }, row, now),
          variant_inventory_quantity: /^unlimited$/i.test(stock) ? '' : stock,
          variant_requires_shipping: type === '' ? '' : type === 'PHYSICAL' ? 'TRUE' : 'FALSE',
        }
      },
      warnings: (records) => warnOfWeights(file, records, 'weight'),
    }
  },
})
