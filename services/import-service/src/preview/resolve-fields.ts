import type { Column } from '@catalog/catalog'
import type { Cells } from './file-row.ts'

/**
 * What an entity has after the import (csv-format.md §5): a filled cell counts; a blank one empties what is stored, if its
 * column is there (`cleared`) and can be emptied, and is the default of a new entity.
 */
export function resolveFields<Fields extends object>(
  columns: Column<Fields>[],
  filled: Partial<Cells<Fields>>,
  stored: Fields | undefined,
  { defaults, cleared }: { defaults: Fields; cleared: Set<keyof Fields> },
): Fields {
  const result: Fields = { ...(stored ?? defaults) }
  for (const { field, clearable } of columns) {
    const value = filled[field]
    if (value !== undefined) result[field] = value
    else if (clearable && cleared.has(field)) result[field] = defaults[field]
  }
  return result
}
