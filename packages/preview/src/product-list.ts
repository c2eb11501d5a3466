import type { DraftProduct } from '@catalog/contracts'

/** The products of a preview, in the order of the file, as a draft stores them to be listed. */
export interface ProductList {
  outcomes: ProductOutcome[]
  /** A list for each column, of which thousands are read in a few milliseconds. */
  columns: ProductColumns
}

/** What happens to a product. Those of a file share few of them, so that each is stored and filtered once. */
export interface ProductOutcome extends Pick<DraftProduct, 'kind' | 'status' | 'changes' | 'risks'> {
  /** Of its rows' errors and warnings, each once: `code`, or `code:case`. */
  causes: string[]
}

export interface ProductColumns {
  /** Index of its outcome. */
  outcome: number[]
  handle: string[]
  titleBefore: (string | null)[]
  titleAfter: (string | null)[]
  /** Its first image after the import. */
  imageUrl: (string | null)[]
  imageId: (string | null)[]
  /** Whether the catalog has the image at this address already. */
  hasImage: boolean[]
  rows: number[][]
  variants: number[]
  changedVariants: number[]
  newVariants: number[]
  pricesBefore: (PriceRange | null)[]
  pricesAfter: (PriceRange | null)[]
  /** The largest `relativeChange` of a variant's price. */
  priceChange: number[]
  stockBefore: (number | null)[]
  stockAfter: (number | null)[]
  errors: number[]
  warnings: number[]
  /** Vendor, SKUs and barcodes: what is searched besides handle and titles. */
  searched: string[]
  /** As the preview has found it; absent from drafts of the release before, like what it was compared with. */
  version?: StoredVersion[]
  formerVersion?: StoredVersion[]
}

/** Of a product, and of its stock where the preview states that; null if there is no such product. */
export type StoredVersion = [product: number, stock: number | null] | null

/** One text if both are equal. */
export type PriceRange = string | [min: string, max: string]

/** The change as a part of the former number; from zero, it is larger than any other. */
export function relativeChange(before: number | null, after: number | null): number {
  if (before === null || after === null || before === after) return 0
  return before === 0 ? Number.MAX_VALUE : Math.abs((after - before) / before)
}
