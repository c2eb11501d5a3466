import {
  copyFields,
  plainProductColumns,
  plainProductDefaults,
  plainVariantColumns,
  plainVariantDefaults,
} from '@catalog/catalog'
import type {
  ImageFields,
  Product,
  ProductFields,
  StoredProduct,
  Variant,
  VariantFields,
} from '@catalog/catalog'

/**
 * What a confirm writes: the previewed changes as whole rows of the tables. Computed once, with the preview, and stored
 * with the draft, so that exactly what was previewed is applied (INV-11). It only has adds and updates (INV-10). A run
 * keeps its plan, with the previous values of each update, so that it can be undone.
 */
export interface ImportPlan {
  /**
   * Existing products whose product, variant or image rows the plan changes or adds to, with the version it was
   * computed for.
   */
  touched: ProductVersion[]
  /** Existing products that the file names and the plan does not change: “unchanged” is a promise too. */
  seen: ProductVersion[]
  products: Planned<PlannedProduct>
  variants: Planned<PlannedVariant>
  images: Planned<PlannedImage>
}

export interface ProductVersion {
  productId: string
  version: number
  /** Present where the file states the stock of one of the product's variants. */
  stockVersion?: number
}

export function versionOf(
  { productId, version, stockVersion }: StoredProduct,
  statesStock: boolean,
): ProductVersion {
  return { productId, version, ...(statesStock && { stockVersion }) }
}

export interface Planned<Row> {
  adds: Row[]
  /** Complete rows: every column with its new value; of a variant whose stock does not change, that is not written. */
  updates: Row[]
}

/** Not written to the table: the source and, for an update, the previous values. */
interface Planning<Fields> {
  /** The row number in the file. */
  row: number
  /** The changed fields with their previous values; absent from an add. */
  before?: Partial<Fields>
}

export interface PlannedProduct
  extends Planning<ProductFields>, Omit<Product, 'optionNames' | 'variants' | 'images'> {
  productId: string
  option1Name: string | null
  option2Name: string | null
  option3Name: string | null
  /** The changed keys of an update with their previous values; null: the key did not exist. */
  metadataBefore?: Record<string, string | null>
  /** By column name, the row number of a field that does not come from `row`. */
  rows?: Record<string, number>
}

export interface PlannedVariant extends Planning<VariantFields>, Omit<Variant, 'optionValues'> {
  variantId: string
  productId: string
  position: number
  option1Value: string | null
  option2Value: string | null
  option3Value: string | null
  /** An image of the same product, stored or added by the same plan. */
  imageId: string | null
}

export interface PlannedImage extends Planning<ImageFields> {
  imageId: string
  productId: string
  url: string
  normalizedUrl: string
  position: number
  alt: string
  /** For a stored image with a new URL, which is fetched again. `broken`: only if it was never fetched (RB-3). */
  refetch?: 'broken' | 'always'
}

export function emptyPlan(): ImportPlan {
  return {
    touched: [],
    seen: [],
    products: { adds: [], updates: [] },
    variants: { adds: [], updates: [] },
    images: { adds: [], updates: [] },
  }
}

export function toPlannedProduct(
  place: Pick<PlannedProduct, 'productId' | 'handle' | 'row'>,
  fields: ProductFields,
  metadata: Record<string, string>,
): PlannedProduct {
  const planned = {
    ...place,
    ...plainProductDefaults,
    option1Name: fields.option1Name || null,
    option2Name: fields.option2Name || null,
    option3Name: fields.option3Name || null,
    metadata,
  }
  copyFields(plainProductColumns, fields, planned)
  return planned
}

/** `imageId`: the image that has the variant's `imageUrl`. */
export function toPlannedVariant(
  place: Pick<PlannedVariant, 'variantId' | 'productId' | 'position' | 'row'>,
  fields: VariantFields,
  imageId: string | null,
): PlannedVariant {
  const planned = {
    ...place,
    option1Value: fields.option1Value || null,
    option2Value: fields.option2Value || null,
    option3Value: fields.option3Value || null,
    ...plainVariantDefaults,
    imageUrl: fields.imageUrl,
    imageId,
  }
  copyFields(plainVariantColumns, fields, planned)
  return planned
}

/** Of an update. */
export function changesStock({ before = {} }: PlannedVariant): boolean {
  return 'inventoryQuantity' in before
}

/** The ids of the products that the plan writes to. */
export function productsOf({ products, variants, images }: ImportPlan): string[] {
  const lists = [products, variants, images].flatMap(({ adds, updates }) => [adds, updates])
  return [...new Set(lists.flatMap((list) => list.map(({ productId }) => productId)))]
}

/** The product's fields with the plan's values. */
export function productFieldsOf(planned: PlannedProduct): ProductFields {
  const { option1Name, option2Name, option3Name } = planned
  return {
    ...planned,
    option1Name: option1Name ?? '',
    option2Name: option2Name ?? '',
    option3Name: option3Name ?? '',
  }
}

export function variantFieldsOf(planned: PlannedVariant): VariantFields {
  const { option1Value, option2Value, option3Value } = planned
  return {
    ...planned,
    option1Value: option1Value ?? '',
    option2Value: option2Value ?? '',
    option3Value: option3Value ?? '',
  }
}
