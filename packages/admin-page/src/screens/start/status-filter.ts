import type { Summary } from '@catalog/contracts'

export const statusFilters = ['all', 'active', 'draft', 'archived'] as const
export type StatusFilter = (typeof statusFilters)[number]

/** The number of products in an export with this filter. */
export function countOf(
  { product_count: all, products_by_status: byStatus }: Summary,
  filter: StatusFilter,
): number {
  return filter === 'all' ? all : byStatus[filter]
}
