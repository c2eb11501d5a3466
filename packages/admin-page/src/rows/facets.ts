import { groupOfChange, isClear, isOfNewVariant } from '@catalog/catalog/change-groups'
import type { DraftRow, FieldChange } from '@catalog/contracts'
import type { Facet } from './row-search.ts'

/**
 * The facets of a row. An added product or variant is `new`, and its values are not changes; an image that is added to
 * a stored product changes its images.
 */
export function facetsOf(row: DraftRow, isNewProduct: boolean): ReadonlySet<Facet> {
  const facets = new Set<Facet>()
  if (row.errors.length > 0) facets.add('errors')
  if (row.warnings.length > 0) facets.add('warnings')
  if (row.kind === 'error') return facets
  // Even if an earlier row has all of the image's changes.
  if (row.entities.includes('image')) facets.add(isNewProduct ? 'new' : 'images')
  for (const change of row.changes) {
    if (isNewProduct || isOfNewVariant(change)) facets.add('new')
    else facets.add(groupOfChange(change.field))
    if (isClear(change)) facets.add('clears')
  }
  return facets
}

const none: readonly FieldChange[] = []

/** None for a row with an error, which is skipped. */
export function appliedChanges({ kind, changes }: DraftRow): readonly FieldChange[] {
  return kind === 'error' ? none : changes
}

/** Every product has a title; a stored one had a title before. */
export function isOfNewProduct({ entity, field, before }: FieldChange): boolean {
  return entity === 'product' && field === 'title' && before === null
}
