import type { Product, Variant } from '@catalog/catalog'

/**
 * What a confirm writes: the previewed diff as whole rows of the tables, computed once at preview time and kept with
 * the draft, so that what was previewed is what lands (INV-11). Only adds and updates exist (INV-10).
 */
export interface ImportPlan {
  /** Existing products whose product, variant or image rows the plan changes or adds to, with the version it was computed against. */
  touched: ProductVersion[]
  /** Existing products that the file names and the plan leaves as they are: “unchanged” is a promise too. */
  seen: ProductVersion[]
  products: Planned<PlannedProduct>
  variants: Planned<PlannedVariant>
  images: Planned<PlannedImage>
}

export interface ProductVersion {
  productId: string
  version: number
}

export function versionOf({ productId, version }: ProductVersion): ProductVersion {
  return { productId, version }
}

export interface Planned<Row> {
  adds: Row[]
  /** Complete rows: every column as it will be. */
  updates: Row[]
}

export interface PlannedProduct extends Omit<Product, 'optionNames' | 'variants' | 'images'> {
  productId: string
  option1Name: string | null
  option2Name: string | null
  option3Name: string | null
}

export interface PlannedVariant extends Omit<Variant, 'optionValues' | 'imageUrl'> {
  variantId: string
  productId: string
  position: number
  option1Value: string | null
  option2Value: string | null
  option3Value: string | null
  /** Of the same product, stored or added by the same plan. */
  imageId: string | null
}

export interface PlannedImage {
  imageId: string
  productId: string
  url: string
  normalizedUrl: string
  position: number
  alt: string
  /** Of a stored image: it gets another URL, and is fetched again. */
  refetch?: true
}
