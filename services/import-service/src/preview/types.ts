import type { StoredProduct } from '@catalog/catalog'
import type { DraftRow, FileWarning } from '@catalog/contracts'
import type { ImportPlan } from '../catalog/plan.ts'

/** The part of the stored catalog that a file touches: what `handlesOf`, `skusOf` and `titlesOf` name. */
export interface CatalogSlice {
  /** By handle. */
  products: Map<string, StoredProduct>
  /** The owners of the file's SKUs, in the whole storefront. */
  skuOwners: Map<string, SkuOwner>
  /** The products that have the titles of the file's new products; without it, there is no warning of two products with one title. */
  titleOwners?: Map<string, TitleOwner>
  /** Of what `replaceableImages` names, the ids of images that were never fetched and may give way; without it, none does. */
  brokenImages?: Set<string>
}

export interface SkuOwner {
  productId: string
  handle: string
}

/** One of the products that have the title. */
export interface TitleOwner {
  handle: string
}

export interface Preview {
  /** adds + updates + unchanged + errors = the number of data rows. */
  counts: { adds: number; updates: number; unchanged: number; errors: number; clears: number }
  /** Products that the file names. */
  productCount: number
  /** In the order of the file. */
  rows: DraftRow[]
  /** What the preview found about the whole file, besides what its reading found. */
  warnings: FileWarning[]
  plan: ImportPlan
}
