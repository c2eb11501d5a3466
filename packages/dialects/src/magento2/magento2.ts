import { fileWarning } from '@catalog/catalog'
import type { FileWarning } from '@catalog/contracts'
import type { Dialect } from '../dialect.ts'
import { collapsedHeader } from '../header-columns.ts'
import { toCanonicalRows } from './canonical-rows.ts'
import { isKnown, nearestColumn } from './columns.ts'
import { nameHandles } from './handles.ts'
import { linkVariants } from './link-variants.ts'
import { readRows } from './rows.ts'
import type { MagentoRow } from './rows.ts'

const productTypes = ['simple', 'configurable', 'virtual', 'bundle', 'downloadable', 'grouped']

/** The product export of Magento 2 and Adobe Commerce: a row for each SKU (csv-format.md §9). */
export const magento2: Dialect = {
  name: 'magento2',
  normalize: collapsedHeader,
  mustHave: {
    all: ['sku'],
    any: ['attribute_set_code', 'product_type'],
    words: { product_type: productTypes },
  },
  never: ['handle'],
  knows: isKnown,
  nearest: nearestColumn,
  read(header, records, now) {
    const rows = readRows(header, records)
    linkVariants(rows)
    const made = nameHandles(rows)
    return {
      ...toCanonicalRows(rows, now),
      canonical: false,
      handlesFromNames: { made, hasSkus: true },
      compareAtFollowsPrice: header.some((name) => collapsedHeader(name) === 'special_price'),
      warnings: weightWarnings(rows),
    }
  },
}

/** Magento's unit of weight is a setting of the shop, pounds or kilograms, and not in the file. */
function weightWarnings(rows: MagentoRow[]): FileWarning[] {
  if (!rows.some(({ type, cell }) => type && type !== 'view' && /[1-9]/.test(cell('weight')))) return []
  return [fileWarning('weight_unit_unknown', { case: 'pounds_or_kilograms' })]
}
