import { brief } from '@catalog/catalog'
import type { MagentoRow } from './rows.ts'
import { readVariations } from './variations.ts'
import type { Variation } from './variations.ts'
import { issueOf } from '../row-issues.ts'

/** Reads the variants that each configurable product names, and finds their rows anywhere in the file. */
export function linkVariants(rows: MagentoRow[]): void {
  const products = rows.filter(({ type }) => type === 'configurable')
  const claims = new Map<string, { product: MagentoRow; variation: Variation }[]>()
  for (const product of products) {
    const { cell, record } = product
    const variations = readVariations(cell('configurable_variations'), cell('configurable_variation_labels'))
    product.variations = variations
    record.errors.push(...variations.errors)
    for (const [key, variation] of variations.variants) {
      const claim = { product, variation }
      const others = claims.get(key)
      if (others) others.push(claim)
      else claims.set(key, [claim])
    }
  }
  const found = new Set<string>()
  for (const row of rows) {
    if (row.type === 'view' || row.type === 'configurable') continue
    const key = row.sku.toLowerCase()
    found.add(key)
    const claimed = claims.get(key)
    if (!claimed) continue
    row.variantOf = claimed[0]
    row.record.needs = claimed.slice(0, maxListed).map(({ product }) => product.record.row)
    if (claimed.length > 1) refuseSeveral(row, row.record.needs)
  }
  for (const product of products) warnOfMissing(product, found)
}

/** Products, or variants, that a message lists at most. */
const maxListed = 5

function refuseSeveral({ record, sku }: MagentoRow, rows: number[]): void {
  record.errors.push(
    issueOf(null, 'several_products', sku, {
      case: 'rows',
      rows: rows.slice(0, maxListed).join(', '),
      ...(rows.length > maxListed && { more: rows.length - maxListed }),
    }),
  )
}

function warnOfMissing({ record, variations }: MagentoRow, found: Set<string>): void {
  const variants = [...(variations?.variants ?? [])]
  const missing = variants.filter(([key]) => !found.has(key)).map(([, { sku }]) => sku)
  if (missing.length === 0 && (variants.length > 0 || record.errors.length > 0)) return
  const listed = missing.slice(0, maxListed)
  record.warnings.push(
    issueOf(
      'configurable_variations',
      'variants_not_in_file',
      missing.join(', ') || null,
      missing.length === 0
        ? { case: 'none' }
        : {
            case: 'variants',
            variants: listed.map(brief).join(', '),
            ...(missing.length > maxListed && { more: missing.length - maxListed }),
          },
    ),
  )
}
