import type { StoredProduct } from '@catalog/catalog'
import type { DraftRow, FileWarning, Tally } from '@catalog/contracts'
import type { ImportPlan } from './plan.ts'
import type { ProductList } from './product-list.ts'

/** The part of the stored catalog that a file touches, as `handlesOf`, `skusOf` and `titlesOf` define it. */
export interface CatalogSlice {
  /** By handle. */
  products: Map<string, StoredProduct>
  /** By SKU of the file, its owner in the whole storefront. */
  skuOwners: Map<string, SkuOwner>
  /**
   * By title of the file's new products, the product that has it; without this, a preview does not warn of equal
   * titles.
   */
  titleOwners?: Map<string, TitleOwner>
  /**
   * Of the images that `replaceableImages` returns, the ids of those that were never fetched and may be replaced;
   * without this, none is.
   */
  brokenImages?: Set<string>
}

export interface SkuOwner {
  productId: string
  handle: string
}

/** One of the products with the title. */
export interface TitleOwner {
  handle: string
}

export interface Preview {
  /** adds + updates + unchanged + errors = the number of data rows, but for those that are left out. */
  counts: { adds: number; updates: number; unchanged: number; errors: number; clears: number }
  tally: Tally
  products: ProductList
  /** The number of products in the file. */
  productCount: number
  /** Handles that `namedHandles` returns; null for an undo, which has no file. */
  named: string[] | null
  /** In the order of the file. */
  rows: DraftRow[]
  /** Warnings about the whole file, besides those from reading it. */
  warnings: FileWarning[]
  plan: ImportPlan
}
