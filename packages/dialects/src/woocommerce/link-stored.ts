import { brief } from '@catalog/catalog'
import type { StoredProduct } from '@catalog/catalog'
import { addIssue, issueOf } from '../row-issues.ts'
import { valueOf } from './options.ts'
import { attributeKey } from './rows.ts'
import type { WooRow } from './rows.ts'

/** A variation whose product is not in the file. */
export interface Orphan {
  row: WooRow
  /** Its index among the file's rows. */
  index: number
  /** As in the file: a SKU, or `id:123`. */
  parent: string
  /** `''` if the parent is named by its ID. */
  parentSku: string
  sku: string
}

export function orphansOf(rows: WooRow[]): Orphan[] {
  return rows.flatMap((row, index) => {
    if (!row.isOrphan) return []
    const parent = row.cell('parent')
    return [{ row, index, parent, parentSku: /^id:/i.test(parent) ? '' : parent, sku: row.sku }]
  })
}

/**
 * Links the orphans whose products are stored: to the product that has the parent's SKU, otherwise to the one that has
 * the variation's own SKU, otherwise to that of the file's other variations with the same parent, if all agree.
 */
export function linkStored(
  orphans: Orphan[],
  find: (sku: string) => StoredProduct | undefined,
): { index: number; row: WooRow }[] {
  const own = new Map(orphans.map((orphan) => [orphan, find(orphan.parentSku) ?? find(orphan.sku)] as const))
  const siblings = Map.groupBy(orphans, ({ parent }) => parent)
  const shared = new Map(
    [...siblings].map(([parent, all]) => {
      const products = new Set(all.flatMap((orphan) => own.get(orphan) ?? []))
      return [parent, products.size === 1 ? [...products][0] : undefined] as const
    }),
  )
  return orphans.flatMap((orphan) => {
    const product = own.get(orphan) ?? shared.get(orphan.parent)
    return product ? [{ index: orphan.index, row: variationOf(orphan.row, product) }] : []
  })
}

function variationOf(row: WooRow, product: StoredProduct): WooRow {
  const linked: WooRow = {
    ...row,
    errors: row.errors.filter(({ code }) => code !== 'parent_not_found'),
    warnings: [...row.warnings],
    handle: product.handle,
  }
  const options = product.optionNames.map((name, index) => ({
    number: index + 1,
    name,
    key: attributeKey(name),
    values: [],
  }))
  linked.optionValues = [options.map((option, index) => valueOf(linked, option, index))]
  const known = new Set(options.map(({ key }) => key))
  for (const attribute of linked.attributes) {
    if (known.has(attribute.key)) continue
    const values = attribute.values.join(', ')
    addIssue(
      linked.errors,
      issueOf(null, 'option_value_without_name', values || null, {
        case: 'stored',
        handle: product.handle,
        option: brief(attribute.name),
      }),
    )
  }
  return linked
}
