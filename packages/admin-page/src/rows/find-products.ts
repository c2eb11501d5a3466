import type { DraftRow, RowKind } from '@catalog/contracts'
import { hasCause, readCause } from './cause-search.ts'
import type { ProductGroup } from './product-groups.ts'
import { rowKinds } from './row-search.ts'
import type { Facet, RowSearch } from './row-search.ts'
import { readSearchWords } from './search-words.ts'
import type { SearchWords } from './search-words.ts'

/** A product with its rows that pass the filters. */
export interface FoundProduct {
  group: ProductGroup
  rows: readonly DraftRow[]
}

/** Numbers of rows and of their products; a row without a valid handle belongs to no product. */
export interface Count {
  products: number
  rows: number
  strayRows: number
}

export interface Findings {
  products: readonly FoundProduct[]
  /** For each kind, what choosing it instead of the current one would show, with the other filters unchanged. */
  kinds: Readonly<Record<RowKind | 'all', Count>>
  /** For each facet, what choosing it as well would show; facets that would show nothing are missing. */
  facets: ReadonlyMap<Facet, Count>
}

/**
 * The products that match the search. Kind, cause and row number select rows; for each facet, the product must have a
 * selected row with it, and its rows with any of the facets are shown.
 * @param rowWord "Row" in the page's language
 */
export function findProducts(groups: readonly ProductGroup[], search: RowSearch, rowWord: string): Findings {
  const { show = 'all', has = [] } = search
  const words = readSearchWords(search.q ?? '', rowWord)
  const isAskedFor = rowFilter(search, words)
  const products: FoundProduct[] = []
  const kinds = {
    all: zero(),
    add: zero(),
    update: zero(),
    unchanged: zero(),
    left_out: zero(),
    error: zero(),
  }
  const facets = new Map<Facet, Count>()
  for (const group of groups) {
    if (!isNamed(group, words)) continue
    const rows = isAskedFor === null ? group.rows : group.rows.filter(isAskedFor)
    for (const kind of kindsOf(group)) {
      const ofKind = kind === 'all' ? rows : rows.filter((row) => row.kind === kind)
      const shown = withFacets(group, ofKind, has)
      if (shown.length === 0) continue
      add(kinds[kind], group, shown.length)
      if (kind !== show) continue
      products.push({ group, rows: shown })
      countFacets(facets, group, ofKind, has)
    }
  }
  return { products, kinds, facets }
}

function isNamed({ text, rows }: ProductGroup, { words }: SearchWords): boolean {
  return words.every(
    (word) => text().includes(word) || (/^\d+$/.test(word) && rows.some(({ row }) => row === Number(word))),
  )
}

/** The index of the product with the row among its shown ones; -1 if none has it. */
export function indexOfRow(products: readonly FoundProduct[], wanted: number): number {
  return products.findIndex(({ rows }) => rows.some(({ row }) => row === wanted))
}

/** Null if the search does not filter rows. */
function rowFilter({ cause }: RowSearch, { rows }: SearchWords): ((row: DraftRow) => boolean) | null {
  if (cause === undefined && rows.size === 0) return null
  const wanted = cause === undefined ? null : readCause(cause)
  return (row) => (rows.size === 0 || rows.has(row.row)) && (wanted === null || hasCause(row, wanted))
}

function kindsOf({ counts }: ProductGroup): readonly (RowKind | 'all')[] {
  return ['all', ...rowKinds.filter((kind) => counts[kind] > 0)]
}

/** The rows with any of the facets, if each of the facets occurs. */
function withFacets(
  { facets }: ProductGroup,
  rows: readonly DraftRow[],
  has: readonly Facet[],
): readonly DraftRow[] {
  if (has.length === 0) return rows
  if (!has.every((facet) => rows.some((row) => facets.get(row)?.has(facet)))) return []
  return rows.filter((row) => has.some((facet) => facets.get(row)?.has(facet)))
}

/** Counts, for each facet of the product, the rows shown if it were chosen as well. */
function countFacets(
  counts: Map<Facet, Count>,
  group: ProductGroup,
  rows: readonly DraftRow[],
  has: readonly Facet[],
): void {
  // Rows that would be shown in addition to the current ones.
  const more = new Map<Facet, number>()
  let shown = 0
  for (const row of rows) {
    const facets = group.facets.get(row) ?? noFacets
    const isShown = has.some((facet) => facets.has(facet))
    if (isShown) shown++
    for (const facet of facets) more.set(facet, (more.get(facet) ?? 0) + (isShown ? 0 : 1))
  }
  for (const [facet, count] of more) {
    const sum = counts.get(facet) ?? zero()
    counts.set(facet, sum)
    add(sum, group, shown + count)
  }
}

const noFacets: ReadonlySet<Facet> = new Set()

function zero(): Count {
  return { products: 0, rows: 0, strayRows: 0 }
}

function add(count: Count, { isProduct }: ProductGroup, rows: number): void {
  count.rows += rows
  if (isProduct) count.products++
  else count.strayRows += rows
}
