import { booleanOf } from '@catalog/catalog'
import type { NamedCells } from '../named-cells.ts'
import { salePriceCells } from '../sale-price.ts'
import { quantityIfCounted, untrackedQuantity } from '../untracked-quantity.ts'
import { offSale } from './columns.ts'
import type { MagentoRow } from './rows.ts'

/** The variant's cells in the row of a simple product, except options and image. */
export function variantCells(row: MagentoRow, now: Date): NamedCells {
  const { sku, cell } = row
  const taxClass = cell('tax_class_name').toLowerCase()
  return {
    variant_sku: sku,
    ...prices(row, now),
    variant_inventory_quantity: quantity(row),
    variant_requires_shipping: row.type === 'virtual' ? 'FALSE' : cell('product_type') === '' ? '' : 'TRUE',
    variant_taxable: taxClass === '' ? '' : taxClass === 'none' || taxClass === '0' ? 'FALSE' : 'TRUE',
  }
}

function prices({ cell, record }: MagentoRow, now: Date): NamedCells {
  const sale = {
    price: cell('price'),
    sale: cell('special_price'),
    from: cell('special_price_from_date'),
    to: cell('special_price_to_date'),
  }
  return salePriceCells(sale, record, now)
}

/** Magento's quantities have decimals; blank if the row says that its stock is not managed. */
function quantity(row: MagentoRow): string {
  const { cell, record } = row
  // With `use_config_manage_stock` the shop's setting applies, which manages stock by default.
  const isManaged = flagOf(cell('use_config_manage_stock')) ? undefined : flagOf(cell('manage_stock'))
  const tracker = { cell: 'manage_stock', word: '1' }
  const written = cell('qty')
  const counted =
    isManaged === false
      ? untrackedQuantity(record, written, tracker)
      : (/^(-?\d+)\.0*$/.exec(written)?.[1] ?? written)
  const own = offSale.quantity(cell, counted, record)
  // Nothing of a configurable product that is out of stock can be bought.
  const left = row.variantOf ? offSale.quantity(row.variantOf.product.cell, own, record) : own
  return isManaged ? quantityIfCounted(record, left, isManaged, tracker) : left
}

function flagOf(cell: string): boolean | undefined {
  return booleanOf(cell.replace(/\.0+$/, ''))
}
