import { nearestHeader } from '../nearest-name.ts'

/** What is read of Wix's two exports, as they spell it: that of classic stores, and the present one. */
export const readColumns = [
  'handleId',
  'handle',
  'fieldType',
  'name',
  'description',
  'plainDescription',
  'productImageUrl',
  'media',
  'mediaAltText',
  'sku',
  'barcode',
  'brand',
  'price',
  'surcharge',
  'discountMode',
  'discountValue',
  'strikethroughPrice',
  'visible',
  'inventory',
  'weight',
]

/** Of each option; `Description` in classic stores, `Choices` in present ones. */
const optionPattern = /^productoption(?:name|type|description|choices)[1-6]$/

/** Wix's own columns that are not read: no misspellings of those that are. */
const foreignColumns =
  /^(?:collection|ribbon|cost|baseunit.*|totalunits.*|preorder.*|additionalinfo.*|customtext.*|modifier.*|.*categoryslugs?)$/

const known = new Set(readColumns.map((name) => name.toLowerCase()))

export function isKnown(header: string): boolean {
  return known.has(header) || optionPattern.test(header)
}

export function nearestColumn(header: string): string | null {
  return foreignColumns.test(header) ? null : nearestHeader(header, readColumns)
}
