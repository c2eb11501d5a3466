import { imageColumns, plainCell, shortened, variantColumns } from '@catalog/catalog'
import type { Column, StoredImage } from '@catalog/catalog'
import { isClear } from '@catalog/catalog/change-groups'
import type { DraftRow, Entity, FieldChange, RowVariant } from '@catalog/contracts'
import { recordEntity } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import { warnOfDamage } from './warn-of-damage.ts'
import { warnOfPriceJump } from './warn-of-prices.ts'
import { warnOfRewriting } from './warn-of-rewriting.ts'

/**
 * Adds to the row a change for each field that differs, in the form of the canonical file. Returns the previous values;
 * undefined if nothing differs.
 */
export function recordChanges<Fields>(
  entity: Entity,
  columns: Column<Fields>[],
  before: Fields,
  after: Fields,
  rowOf: (column: Column<Fields>) => FileRow | undefined,
): Partial<Fields> | undefined {
  let changed: Partial<Fields> | undefined
  for (const column of columns) {
    if (before[column.field] === after[column.field]) continue
    const was = plainCell(column, before)
    const is = plainCell(column, after)
    if (was === is) continue
    changed ??= {}
    changed[column.field] = before[column.field]
    recordChange(rowOf(column), { entity, field: column.name, before: was, after: is })
  }
  return changed
}

/** Columns of numbers: a number may change to any other, which is no sign of damage by a spreadsheet. */
const numbers = new Set(
  [...variantColumns, ...imageColumns].flatMap(({ name, format }) =>
    format.kind === 'number' ? [name] : [],
  ),
)

export function recordChange(row: FileRow | undefined, change: FieldChange): void {
  if (!row) return
  row.changes.push(change)
  recordEntity(row, change.entity)
  if (numbers.has(change.field)) warnOfPriceJump(row, change)
  else warnOfText(row, change)
}

function warnOfText(row: FileRow, change: FieldChange): void {
  const count = row.warnings.length
  warnOfRewriting(row, change)
  if (row.warnings.length === count) warnOfDamage(row, change.field, change.after ?? '')
}

/** Adds to the row a change for every field of a new entity that is not empty. */
export function recordAdded<Fields>(
  entity: Entity,
  columns: Column<Fields>[],
  fields: Fields,
  row: FileRow | undefined,
): void {
  if (!row) return
  recordEntity(row, entity)
  for (const column of columns) {
    const after = plainCell(column, fields)
    if (after === '') continue
    row.changes.push({ entity, field: column.name, before: null, after })
    warnOfDamage(row, column.name, after)
  }
}

/** The number of cells that had a value and become empty. */
export function countClears(changes: FieldChange[]): number {
  return changes.filter(isClear).length
}

/** UTF-16 units that a preview shows of a value, and of all values of a row. */
const shownValueLength = 4_000
const shownRowLength = 64_000

/**
 * The part of a row's changes that a preview shows: long texts from where they begin to differ, up to a limit. `left`:
 * changes that are not shown.
 */
export function shownChanges(changes: FieldChange[]): { shown: FieldChange[]; left: number } {
  if (areShort(changes)) return { shown: changes, left: 0 }
  const shown: FieldChange[] = []
  let length = 0
  for (const change of changes) {
    const excerpt = excerptOf(change)
    length += (excerpt.before?.length ?? 0) + (excerpt.after?.length ?? 0) + change.field.length
    if (length > shownRowLength) break
    shown.push(excerpt)
  }
  return { shown, left: changes.length - shown.length }
}

/** The variants of a row that its shown changes need; none if there is no option to distinguish them by. */
export function shownVariants(variants: RowVariant[], shown: FieldChange[]): Pick<DraftRow, 'variants'> {
  if (variants.length === 1) return variants[0]?.options.length ? { variants } : {}
  const needed = shown.findLast(({ entity }) => entity === 'variant')
  return needed ? { variants: variants.slice(0, (needed.variant ?? 0) + 1) } : {}
}

/** Images of a row for which pictures are looked up, at most. */
const maxShownImages = 100

/** Images of which the catalog may have a picture; their `renditions` are not known yet. */
export function shownImages(images: ReadonlySet<StoredImage>): Pick<DraftRow, 'pictures'> {
  if (images.size === 0) return {}
  const some = [...images].slice(0, maxShownImages)
  return { pictures: some.map(({ imageId, url }) => ({ url, image_id: imageId, renditions: [] })) }
}

function areShort(changes: FieldChange[]): boolean {
  let rowLength = 0
  for (const { before, after, field } of changes) {
    const beforeLength = before?.length ?? 0
    const afterLength = after?.length ?? 0
    rowLength += beforeLength + afterLength + field.length
    if (beforeLength > shownValueLength || afterLength > shownValueLength) return false
  }
  return rowLength <= shownRowLength
}

function excerptOf(change: FieldChange): FieldChange {
  const before = change.before ?? ''
  const after = change.after ?? ''
  if (before.length <= shownValueLength && after.length <= shownValueLength) return change
  let start = 0
  while (start < before.length && before.charCodeAt(start) === after.charCodeAt(start)) start++
  const from = start < shownValueLength / 2 ? 0 : start - 100
  const excerpt = (text: string) =>
    shortened(from === 0 ? text : `…${text.slice(from).replace(/^[\uDC00-\uDFFF]/, '')}`, shownValueLength)
  return {
    ...change,
    before: change.before === null ? null : excerpt(before),
    after: change.after === null ? null : excerpt(after),
  }
}
