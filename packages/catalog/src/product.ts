/** Product statuses, in the canonical file's spelling. */
export const productStatuses = ['active', 'draft', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

/** A product as the canonical file describes it. Empty text is `''`; `null` means "none". */
export interface Product {
  handle: string
  title: string
  descriptionHtml: string
  vendor: string
  productType: string
  /** Sorted by code point, without repeats. */
  tags: string[]
  status: ProductStatus
  seoTitle: string
  seoDescription: string
  /** 0–3 names, without gaps. */
  optionNames: string[]
  metadata: Record<string, string>
  /** By position. */
  variants: Variant[]
  /** By position. */
  images: Image[]
}

export interface Variant {
  /** One for each of the product's option names. */
  optionValues: string[]
  sku: string
  barcode: string
  /** Decimal text as PostgreSQL `numeric` takes it, at least two and at most four decimals: `25.00`. */
  price: string
  compareAtPrice: string | null
  /** Null: not tracked. */
  inventoryQuantity: number | null
  /** Decimal text without trailing zeros: `1.5`. */
  weightGrams: string | null
  requiresShipping: boolean
  taxable: boolean
  /** One of the product's image URLs, as written there. */
  imageUrl: string | null
}

export interface Image {
  /** As the merchant wrote it. */
  url: string
  alt: string
}

export interface StoredProduct extends Product {
  productId: string
  /** Increases with each change of the product, its variants or its images. */
  version: number
  /** Increases with each adjustment of a variant's stock, which `version` does not. */
  stockVersion: number
  variants: StoredVariant[]
  images: StoredImage[]
}

export interface StoredVariant extends Variant {
  variantId: string
  position: number
}

export interface StoredImage extends Image {
  imageId: string
  position: number
}
