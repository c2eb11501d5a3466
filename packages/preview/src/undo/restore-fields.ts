import { plainCell } from '@catalog/catalog'
import type { Column } from '@catalog/catalog'

/** A run's change of one row of a table. */
export interface Written<Fields> {
  /** The changed fields with their previous values. */
  before: Partial<Fields>
  /** All fields as the run wrote them. */
  after: Fields
}

/** Fields to restore, and fields that were changed since. */
export interface Restored<Fields> {
  fields: Partial<Fields>
  changedSince: Column<Fields>[]
}

/** Restores each field that still has the run's value; one that already has its previous value needs nothing. */
export function restoreFields<Fields>(
  columns: Column<Fields>[],
  { before, after }: Written<Fields>,
  current: Fields,
): Restored<Fields> {
  const restored: Restored<Fields> = { fields: {}, changedSince: [] }
  for (const column of columns) {
    if (!Object.hasOwn(before, column.field)) continue
    const is = plainCell(column, current)
    if (is === plainCell(column, { ...after, ...before })) continue
    if (is === plainCell(column, after)) restored.fields[column.field] = before[column.field]
    else restored.changedSince.push(column)
  }
  return restored
}
