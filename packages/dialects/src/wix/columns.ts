import { nearestHeader } from '../nearest-name.ts'
import { OffSale } from '../off-sale.ts'
import names from './columns.json' with { type: 'json' }

/** What the shop does not sell. */
export const offSale = new OffSale('wix')

/** The columns that are read of Wix's two exports, in their spelling: that of classic stores, and the current one. */
export const readColumns = [...names, ...offSale.columns]

/** Columns of each option; `Description` in classic stores, `Choices` in current ones. */
const optionPattern = /^productoption(?:name|type|description|choices)[1-6]$/

/** Wix's columns that are not read, so that they are not taken for misspellings. */
const foreignColumns =
  /^(?:collection|ribbon|cost|baseunit.*|totalunits.*|preorder.*|additionalinfo.*|customtext.*|modifier.*|.*categoryslugs?)$/

const known = new Set(readColumns.map((name) => name.toLowerCase()))

export function isKnown(header: string): boolean {
  return known.has(header) || optionPattern.test(header)
}

export function nearestColumn(header: string): string | null {
  return foreignColumns.test(header) ? null : nearestHeader(header, readColumns)
}
