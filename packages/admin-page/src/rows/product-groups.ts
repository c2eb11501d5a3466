import type { DraftRow, RowError, RowKind, RowWarning } from '@catalog/contracts'
import { appliedChanges, facetsOf, isOfNewProduct } from './facets.ts'
import { largestPriceChange } from './price-change.ts'
import type { PriceChange } from './price-change.ts'
import { folded } from './search-words.ts'
import type { Facet } from './row-search.ts'

/** The rows of one product. */
export interface ProductGroup {
  /** Unique; a row without a handle is its own group. */
  key: string
  handle: string | null
  title: string | null
  rows: readonly DraftRow[]
  facets: ReadonlyMap<DraftRow, ReadonlySet<Facet>>
  counts: Record<RowKind, number>
  /** False for rows without a valid handle. */
  isProduct: boolean
  /** The product itself is new, not just a variant or an image of it. */
  isNew: boolean
  /** Number of values that change, or belong to something new. */
  size: number
  priceChange: PriceChange | null
  hasPriceJump: boolean
  warnings: number
  /** The text to search in, computed on first use. */
  text: () => string
}

/** Rows by product, products in the order of their first rows. */
export function groupByProduct(rows: readonly DraftRow[]): ProductGroup[] {
  return [...Map.groupBy(rows, keyOf)].map(([key, ofProduct]) => groupOf(key, ofProduct))
}

/** By first row, so that an arriving page only affects the products that it has rows of. */
const known = new WeakMap<DraftRow, ProductGroup>()

function groupOf(key: string, rows: readonly DraftRow[]): ProductGroup {
  const [first] = rows
  const before = first && known.get(first)
  if (before?.rows.length === rows.length && before.rows.every((row, index) => row === rows[index]))
    return before
  const group = toGroup(key, rows)
  if (first) known.set(first, group)
  return group
}

function keyOf({ handle, row }: DraftRow): string {
  return handle === null ? `row ${row}` : `handle ${handle}`
}

function toGroup(key: string, rows: readonly DraftRow[]): ProductGroup {
  const counts = { add: 0, update: 0, unchanged: 0, left_out: 0, error: 0 }
  for (const { kind } of rows) counts[kind]++
  const handle = rows[0]?.handle ?? null
  const title = rows.find((row) => row.title !== null && row.title !== '')?.title ?? null
  const isNew = rows.some(({ changes }) => changes.some(isOfNewProduct))
  let text: string | undefined
  return {
    key,
    handle,
    title,
    rows,
    facets: new Map(rows.map((row) => [row, facetsOf(row, isNew)])),
    counts,
    isProduct: handle !== null && !rows.some(({ errors }) => errors.some(isOfHandle)),
    isNew,
    size: rows.reduce((sum, row) => sum + appliedChanges(row).length, 0),
    priceChange: largestPriceChange(rows),
    hasPriceJump: rows.some(({ warnings }) => warnings.some(isPriceJump)),
    warnings: rows.reduce((sum, { warnings }) => sum + warnings.length, 0),
    text: () => (text ??= folded([handle ?? '', title ?? '', ...rows.flatMap(namesIn)].join('\n'))),
  }
}

function isOfHandle({ code }: RowError): boolean {
  return code === 'invalid_handle'
}

function isPriceJump({ code }: RowWarning): boolean {
  return code === 'price_jump'
}

const namingColumns = new Set(['title', 'vendor', 'variant_sku', 'variant_barcode'])

/** Texts by which people may search for a row, besides its product's handle and title. */
function namesIn({ sku, changes }: DraftRow): string[] {
  const names = sku === null ? [] : [sku]
  for (const { field, before, after } of changes) {
    if (namingColumns.has(field)) names.push(before ?? '', after ?? '')
  }
  return names
}

/** The facets that any product has. */
export function facetsIn(groups: readonly ProductGroup[]): ReadonlySet<Facet> {
  const all = new Set<Facet>()
  for (const { facets } of groups)
    for (const ofRow of facets.values()) for (const facet of ofRow) all.add(facet)
  return all
}
