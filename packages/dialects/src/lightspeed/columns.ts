import { nearestHeader } from '../nearest-name.ts'
import { OffSale } from '../off-sale.ts'

/** What the shop does not sell; what it sells only at the till must not appear in a web shop. */
export const offSale = new OffSale('lightspeed')

/**
 * The columns that are read, as Lightspeed spells them, in addition to a quantity for each outlet
 * (`inventory_Main_Outlet`).
 */
export const readColumns = [
  'handle',
  'sku',
  'composite_sku',
  'name',
  'description',
  'product_category',
  'type',
  'variant_option_one_name',
  'variant_option_one_value',
  'variant_option_two_name',
  'variant_option_two_value',
  'variant_option_three_name',
  'variant_option_three_value',
  'tags',
  'weight',
  'weight_unit',
  'retail_price',
  'brand_name',
  'track_inventory',
  ...offSale.columns,
]

/** Lightspeed's columns that are not read, so that they are not taken for misspellings. */
const foreignColumns =
  /^(?:id|composite_(?:name|handle|quantity)|length|width|height|dimensions_unit|supply_price|loyalty_value(?:_default)?|tax_(?:name|value)|account_code(?:_purchase)?|supplier_(?:name|code)|(?:outlet_tax|reorder_point|restock_level)_.*)$/

const known = new Set(readColumns)

export function isKnown(header: string): boolean {
  return known.has(header) || isInventory(header)
}

export function isInventory(header: string): boolean {
  return header.startsWith('inventory_')
}

export function nearestColumn(header: string): string | null {
  return foreignColumns.test(header) ? null : nearestHeader(header, readColumns)
}
