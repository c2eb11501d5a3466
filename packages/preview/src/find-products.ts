import { searchKey } from '@catalog/catalog'
import type { DraftProduct, ProductQuery } from '@catalog/contracts'
import { relativeChange } from './product-list.ts'
import type { ProductColumns, ProductList, ProductOutcome } from './product-list.ts'

/** A product as the API shows it, but for its picture, of which only a catalog knows the renditions. */
export interface FoundProduct {
  /** In the file, from 0. */
  position: number
  product: Omit<DraftProduct, 'picture'>
  /** Its first image after the import; `isStored`: the catalog had it at this address before. */
  image: { url: string; imageId: string; isStored: boolean } | null
}

/**
 * The products that the query finds, after the one at position `after`: `limit` of them, and how many there are on all
 * pages.
 */
export function findProducts(
  list: ProductList,
  query: Omit<ProductQuery, 'limit' | 'cursor'>,
  { after, limit }: { after: number | null; limit: number },
): { found: FoundProduct[]; total: number } {
  const { outcomes, columns } = list
  const matching = outcomes.map((outcome) => matches(outcome, query))
  const finds = query.q === null ? () => true : searchOf(columns, query.q)
  const positions = columns.outcome.flatMap((outcome, position) =>
    matching[outcome] && finds(position) ? [position] : [],
  )
  const compare = orders[query.sort](columns)
  const rest = after === null ? positions : positions.filter((position) => compare(after, position) < 0)
  const shown = rest.toSorted(compare).slice(0, limit)
  return { found: shown.flatMap((position) => toFound(list, position)), total: positions.length }
}

function matches({ kind, changes, risks, causes }: ProductOutcome, query: Filters): boolean {
  const groups = changes.map(({ group }) => group)
  const codes = causes.flatMap((cause) => [cause, cause.split(':')[0] ?? ''])
  return (
    isEither(query.kind, [kind]) &&
    isEither(query.change, groups) &&
    isEither(query.risk, risks) &&
    isEither(query.cause, codes)
  )
}

type Filters = Pick<ProductQuery, 'kind' | 'change' | 'risk' | 'cause'>

function isEither<Value>(wanted: Value[], has: Value[]): boolean {
  return wanted.length === 0 || wanted.some((value) => has.includes(value))
}

/** Whether the product at a position has the text, or a row of this number. */
function searchOf(columns: ProductColumns, q: string): (position: number) => boolean {
  const wanted = searchKey(q)
  const row = /^\d+$/.test(q) ? Number(q) : 0
  const { handle, titleBefore, titleAfter, searched, rows } = columns
  const texts = searchKeys(
    handle.map((name, at) => [name, titleBefore[at], titleAfter[at], searched[at]].join('\n')),
  )
  return (position) =>
    texts[position]?.includes(wanted) === true || (row > 0 && rows[position]?.includes(row) === true)
}

/** Of all texts in one go, which is much faster than one by one. */
function searchKeys(texts: string[]): string[] {
  return searchKey(texts.join('\0')).split('\0')
}

/** Of two positions; products that are equal in it stay in the order of the file. */
type Order = (one: number, other: number) => number

const orders: Record<ProductQuery['sort'], (columns: ProductColumns) => Order> = {
  file: () => (one, other) => one - other,
  price: ({ priceChange }) => largestFirst(priceChange),
  stock: ({ stockBefore, stockAfter }) =>
    largestFirst(stockBefore.map((before, at) => relativeChange(before, stockAfter[at] ?? null))),
  title({ handle, titleAfter }) {
    const keys = searchKeys(titleAfter.map((title, at) => title ?? handle[at] ?? ''))
    return (one, other) => {
      const [a = '', b = ''] = [keys[one], keys[other]]
      return a === b ? one - other : a < b ? -1 : 1
    }
  },
}

function largestFirst(changes: number[]): Order {
  return (one, other) => (changes[other] ?? 0) - (changes[one] ?? 0) || one - other
}

function toFound({ outcomes, columns }: ProductList, position: number): FoundProduct[] {
  const outcome = outcomes[columns.outcome[position] ?? -1]
  if (!outcome) return []
  const { kind, status, changes, risks } = outcome
  const url = columns.imageUrl[position] ?? null
  const imageId = columns.imageId[position] ?? null
  const product = {
    handle: columns.handle[position] ?? '',
    title: { before: columns.titleBefore[position] ?? null, after: columns.titleAfter[position] ?? null },
    kind,
    rows: columns.rows[position] ?? [],
    variants: {
      total: columns.variants[position] ?? 0,
      changed: columns.changedVariants[position] ?? 0,
      new: columns.newVariants[position] ?? 0,
    },
    price: pairOf(toPrices(columns.pricesBefore[position]), toPrices(columns.pricesAfter[position])),
    stock: pairOf(columns.stockBefore[position], columns.stockAfter[position]),
    status,
    changes,
    risks,
    errors: columns.errors[position] ?? 0,
    warnings: columns.warnings[position] ?? 0,
  }
  const isStored = columns.hasImage[position] ?? false
  return [{ position, product, image: url === null || imageId === null ? null : { url, imageId, isStored } }]
}

/** Null if there is neither. */
function pairOf<Value>(before: Value | null = null, after: Value | null = null) {
  return before === null && after === null ? null : { before, after }
}

function toPrices(range: ProductColumns['pricesBefore'][number] = null) {
  if (range === null) return null
  const [min, max] = typeof range === 'string' ? [range, range] : range
  return { min, max }
}
