import type { Summary } from '@catalog/contracts'
import { maxRows } from '../../api/limits.ts'

export const statusFilters = ['all', 'active', 'draft', 'archived'] as const
export type StatusFilter = (typeof statusFilters)[number]

/** The number of products in an export with this filter. */
export function countOf(
  { product_count: all, products_by_status: byStatus }: Summary,
  filter: StatusFilter,
): number {
  return filter === 'all' ? all : byStatus[filter]
}

/**
 * The approximate number of files of an export in parts. A product has as many rows as variants, or images if there are
 * more; products of one status are assumed to have an average number.
 */
export function exportParts(summary: Summary, filter: StatusFilter): number {
  const { product_count: all, variant_count: variants, image_count: images } = summary
  if (all === 0) return 0
  const rows = Math.max(all, variants, images) * (countOf(summary, filter) / all)
  return Math.ceil(rows / maxRows)
}
