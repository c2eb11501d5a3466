import { brief, handleColumn, normalizeHandle, readCell } from '@catalog/catalog'
import type { CanonicalRow, CanonicalTable } from './dialect.ts'
import { addIssue, issueOf } from './row-issues.ts'

/**
 * Removes from the table's handles what a handle cannot have, with the warning `handle_adjusted` at the first row of
 * each such product. If nothing is left, or another product of the file would get the same handle, the handle stays as
 * it is and the preview refuses it: two products must not become one.
 */
export function adjustHandles(table: CanonicalTable): CanonicalTable {
  const position = table.columns.indexOf(handleColumn.name)
  const byCell = new Map<string, FileHandle>()
  const known: KnownHandles = { byKey: new Map(), byResult: new Map() }
  const wrong: { row: CanonicalRow; handle: FileHandle }[] = []
  for (const row of table.rows) {
    const cell = row.cells[position]?.trim()
    if (!cell) continue
    const handle = byCell.get(cell) ?? readHandle(cell, row.row, known)
    byCell.set(cell, handle)
    if (handle.isWrong) wrong.push({ row, handle })
  }
  for (const { row, handle } of wrong) adjust(row, position, handle)
  return table
}

/** A handle in the file, in any spelling. */
interface FileHandle {
  /** The handle as products are compared. */
  key: string
  isWrong: boolean
  /** The part that can be a handle; `''` if there is none. */
  result: string
  /** The first row with this handle. */
  row: number
  /** The first row of another product with the same result; undefined if there is none. */
  otherRow: number | undefined
}

interface KnownHandles {
  byKey: Map<string, FileHandle>
  byResult: Map<string, FileHandle>
}

function readHandle(cell: string, row: number, { byKey, byResult }: KnownHandles): FileHandle {
  const key = normalizeHandle(cell)
  const known = byKey.get(key)
  if (known) return known
  const isWrong = !isHandle(key)
  const result = isWrong ? adjustedHandle(key) : key
  const handle: FileHandle = { key, isWrong, result, row, otherRow: undefined }
  byKey.set(key, handle)
  const other = byResult.get(handle.result)
  if (other) {
    other.otherRow ??= row
    handle.otherRow = other.row
  } else byResult.set(handle.result, handle)
  return handle
}

/** A handle without what it cannot have, white space as a hyphen; `''` if the rest is not a handle. */
export function adjustedHandle(handle: string): string {
  // A piece of HTML is what another column has.
  if (/[<>]/.test(handle)) return ''
  const kept = handle
    .replaceAll(/[^\p{L}\p{Nd}\p{M}\s_.-]+/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
    .replace(/^[-.\p{M}]+/u, '')
    .replaceAll(/([-_.])\p{M}+/gu, '$1')
  const result = normalizeHandle(kept)
  return isHandle(result) ? result : ''
}

/** Whether the text, normalised, can be a handle. */
export function isHandle(text: string): boolean {
  const reading = readCell(handleColumn.format, text, { decimalMark: '.', guarded: false })
  return reading !== undefined && !reading.problem
}

function adjust(
  row: CanonicalRow,
  position: number,
  { key, result, row: first, otherRow }: FileHandle,
): void {
  if (result === '') return
  if (otherRow !== undefined) {
    row.needs = [...(row.needs ?? []), otherRow]
    return
  }
  row.cells[position] = result
  if (row.row === first && row.warnings.every(({ code }) => code !== 'handle_adjusted')) {
    warnOfHandle(row, key, result)
  }
}

/** Warns that the row's product gets a different handle from the file's. */
export function warnOfHandle(
  { warnings }: Pick<CanonicalRow, 'warnings'>,
  handle: string,
  result: string,
): void {
  addIssue(
    warnings,
    issueOf(handleColumn.name, 'handle_adjusted', handle, { case: 'handle', handle: brief(result) }),
  )
}
