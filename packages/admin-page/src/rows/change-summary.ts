import { columnPosition, isClear, isOfNewVariant } from '@catalog/catalog/change-groups'
import type { DraftRow, Entity, FieldChange } from '@catalog/contracts'
import { appliedChanges } from './facets.ts'

/** The changes of a product, without values. */
export interface ChangeSummary {
  /** In the order of `columnPosition`. */
  changed: readonly ChangedColumn[]
  cleared: readonly ChangedColumn[]
  newVariants: number
  newImages: number
  /** The number of its variants in the file. */
  variants: number
}

export interface ChangedColumn {
  column: string
  entity: Entity
  /** Number of its cells. */
  count: number
}

/** "Price on 12 variants, description" for a stored product; for a new one, what comes with it. */
export function summarizeChanges(rows: readonly DraftRow[]): ChangeSummary {
  const changed = new Map<string, ChangedColumn>()
  const cleared = new Map<string, ChangedColumn>()
  let newVariants = 0
  let newImages = 0
  let variants = 0
  for (const row of rows) {
    const changes = appliedChanges(row)
    if (changes.some(isOfNewVariant)) newVariants++
    if (row.sku !== null || changes.some(({ entity }) => entity === 'variant')) variants++
    for (const change of changes) {
      const { entity, field, before } = change
      if (entity === 'image' && before === null) newImages += field === 'image_url' ? 1 : 0
      else if (!isOfNewVariant(change)) count(isClear(change) ? cleared : changed, change)
    }
  }
  return { changed: inOrder(changed), cleared: inOrder(cleared), newVariants, newImages, variants }
}

function count(columns: Map<string, ChangedColumn>, { entity, field }: FieldChange): void {
  const known = columns.get(field)
  if (known === undefined) columns.set(field, { column: field, entity, count: 1 })
  else known.count++
}

function inOrder(columns: ReadonlyMap<string, ChangedColumn>): readonly ChangedColumn[] {
  return [...columns.values()].sort((one, other) => columnPosition(one.column) - columnPosition(other.column))
}
