import type { DraftRow } from '../api/client.ts'
import type { RowKind } from './row-search.ts'

/** The rows of one product. */
export interface ProductGroup {
  /** Unique; rows without a handle are groups of one. */
  key: string
  handle: string | null
  title: string | null
  rows: readonly DraftRow[]
  counts: Record<RowKind, number>
  /** False for rows whose handle is missing or none. */
  isProduct: boolean
  /** The product itself is new, not just a variant or an image of it. */
  isNew: boolean
  clears: number
  warnings: number
  /** What a search looks into. */
  text: string
}

/** Rows by product, products in the order of their first rows. */
export function groupByProduct(rows: readonly DraftRow[]): ProductGroup[] {
  return [...Map.groupBy(rows, keyOf)].map(([key, ofProduct]) => toGroup(key, ofProduct))
}

function keyOf({ handle, row }: DraftRow): string {
  return handle === null ? `row ${row}` : `handle ${handle}`
}

function toGroup(key: string, rows: readonly DraftRow[]): ProductGroup {
  const counts = { add: 0, update: 0, unchanged: 0, error: 0 }
  for (const { kind } of rows) counts[kind]++
  const handle = rows[0]?.handle ?? null
  const title = rows.find((row) => row.title !== null && row.title !== '')?.title ?? null
  return {
    key,
    handle,
    title,
    rows,
    counts,
    isProduct: handle !== null && !rows.some(({ errors }) => errors.some(isOfHandle)),
    isNew: rows.some(({ changes }) => changes.some(isOfNewProduct)),
    clears: rows.reduce((sum, { changes }) => sum + changes.filter(isClear).length, 0),
    warnings: rows.reduce((sum, { warnings }) => sum + warnings.length, 0),
    text: folded([handle ?? '', title ?? '', ...rows.map(({ sku }) => sku ?? '')].join('\n')),
  }
}

/** Every product has a title; one that is there already had one before. */
function isOfNewProduct({ entity, field, before }: DraftRow['changes'][number]): boolean {
  return entity === 'product' && field === 'title' && before === null
}

function isOfHandle({ code }: DraftRow['errors'][number]): boolean {
  return code === 'invalid_handle'
}

/** How many products there are, and how many rows that belong to none. */
export function countProducts(groups: readonly ProductGroup[]): { products: number; strayRows: number } {
  const strays = groups.filter(({ isProduct }) => !isProduct)
  return {
    products: groups.length - strays.length,
    strayRows: strays.reduce((sum, { rows }) => sum + rows.length, 0),
  }
}

/** A cell that had something and will have nothing. */
export function isClear({ before, after }: DraftRow['changes'][number]): boolean {
  return before !== null && before !== '' && (after === null || after === '')
}

/** Products with a row of that kind, and with every word of the search in handle, title or a SKU. */
export function filterProducts(
  groups: readonly ProductGroup[],
  { show, q = '' }: { show?: RowKind; q?: string },
): readonly ProductGroup[] {
  const words = folded(q).split(/\s+/).filter(Boolean)
  if (show === undefined && words.length === 0) return groups
  return groups.filter(
    ({ counts, text }) =>
      (show === undefined || counts[show] > 0) && words.every((word) => text.includes(word)),
  )
}

/** Capitals and accents aside: "creme" finds "Crème". */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
