import type { RowErrorCode, RowWarningCode, StoredProduct } from '@catalog/catalog'
import type { Entity, FieldChange } from '@catalog/contracts'
import type { RowIssue } from '../dialects/dialect.ts'
import type { Columns, ParsedRow } from './parse-rows.ts'
import type { SkuOwner } from './types.ts'

/** The rows of one product, in file order, and the product as it is stored. */
export interface Group {
  handle: string
  rows: GroupRow[]
  existing: StoredProduct | undefined
}

/** A row and what becomes of it. A row with errors is not applied. */
export interface GroupRow extends ParsedRow {
  /** What it changes, in full. */
  changes: FieldChange[]
  /** What it adds or changes. */
  entities: Set<Entity>
  /** Its product, variant or image is new. */
  adds: boolean
  /** The SKU of the stored variant that it describes. */
  storedSku: string | undefined
}

export interface PreviewContext {
  columns: Columns
  /** Whether a blank cell empties what is stored. */
  blankClears: boolean
  skuOwners: Map<string, SkuOwner>
  newId: () => string
}

/** The rows that are applied. */
export function standing(group: Group): GroupRow[] {
  return group.rows.filter((row) => row.errors.length === 0)
}

export function fail(
  row: ParsedRow,
  code: RowErrorCode,
  message: string,
  { column = null, value = null }: { column?: string | null; value?: string | null } = {},
): void {
  row.errors.push(issue(code, message, { column, value }))
}

export function issue<Code extends RowErrorCode | RowWarningCode>(
  code: Code,
  message: string,
  { column = null, value = null }: { column?: string | null; value?: string | null } = {},
): RowIssue<Code> {
  return { column, code, message, value }
}

/** `rows 2, 5 and 7`; of many, the first ones. */
export function rowList(rows: { row: number }[]): string {
  const numbers = rows.slice(0, 5).map(({ row }) => String(row))
  const more = rows.length - numbers.length
  const last = more > 0 ? `${more} more` : numbers.pop()
  return numbers.length === 0 ? `row ${last}` : `rows ${numbers.join(', ')} and ${last}`
}
