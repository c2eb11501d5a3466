import { looksAlike, plainText } from '@catalog/catalog'
import type { Column } from '@catalog/catalog'
import type { Cells } from './file-row.ts'

/**
 * An entity's fields after the import (csv-format.md §5): a filled cell counts; a blank one clears the stored value if
 * its column exists (`cleared`) and the field is optional; a new entity gets the default.
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
    if (value !== undefined) result[field] = asStored(result[field], value)
    else if (clearable && cleared.has(field)) result[field] = defaults[field]
  }
  return result
}

/** The stored value where the new one looks the same: a change that nobody sees is none. */
export function asStored<Value>(stored: Value | undefined, value: Value): Value {
  if (stored === undefined || stored === value) return value
  if (typeof stored === 'string' && typeof value === 'string')
    return looksAlike(stored, value) ? stored : value
  return Array.isArray(stored) && Array.isArray(value) && keyOfList(stored) === keyOfList(value)
    ? stored
    : value
}

function keyOfList(texts: unknown[]): string {
  return [...new Set(texts.map((text) => plainText(String(text))))].sort().join()
}
