import type { StoredProduct } from '@catalog/catalog'
import type { DraftRow, FileWarning } from '@catalog/contracts'
import type { ImportPlan } from '../plan.ts'

/** The part of the stored catalog that a file touches: what `handlesOf` and `skusOf` name. */
export interface CatalogSlice {
  /** By handle. */
  products: Map<string, StoredProduct>
  /** Who has the file's SKUs now, in the whole storefront. */
  skuOwners: Map<string, SkuOwner>
}

export interface SkuOwner {
  productId: string
  handle: string
}

export interface Preview {
  /** adds + updates + unchanged + errors = the number of data rows. */
  counts: { adds: number; updates: number; unchanged: number; errors: number; clears: number }
  /** Products that the file names. */
  productCount: number
  rows: DraftRow[]
  /** What the preview found about the whole file, besides what its reading found. */
  warnings: FileWarning[]
  plan: ImportPlan
}
