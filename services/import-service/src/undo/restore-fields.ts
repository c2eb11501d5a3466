import { type Column, plainCell } from '@catalog/catalog'

/** What the run did to the fields of one row of a table. */
export interface Written<Fields> {
  /** The fields that it changed, as they were. */
  before: Partial<Fields>
  /** All fields as it wrote them. */
  after: Fields
}

/** Fields that go back to what they were, and those that somebody has changed since. */
export interface Restored<Fields> {
  fields: Partial<Fields>
  changedSince: Column<Fields>[]
}

/** Each field that still is what the run wrote goes back; one that is back already needs nothing. */
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
