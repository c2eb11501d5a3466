import { nearestHeader } from '../nearest-name.ts'
import { OffSale } from '../off-sale.ts'
import names from './columns.json' with { type: 'json' }

/** What the shop does not sell; what it sells only at the till must not appear in a web shop. */
export const offSale = new OffSale('lightspeed')

/**
 * The columns that are read, as Lightspeed spells them, in addition to a quantity for each outlet
 * (`inventory_Main_Outlet`).
 */
export const readColumns = [...names, ...offSale.columns]

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
