import type { ImageFields, Product, ProductFields, Variant, VariantFields } from '@catalog/catalog'

/**
 * What a confirm writes: the previewed diff as whole rows of the tables, computed once at preview time and kept with
 * the draft, so that what was previewed is what lands (INV-11). Only adds and updates exist (INV-10). A run keeps its plan,
 * with what each update replaces, so that it can be undone.
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

/** Beside what is written: where it comes from and, of an update, what it replaces. */
interface Planning<Fields> {
  /** Of the file. */
  row: number
  /** The fields that change, as they were; absent from an add. */
  before?: Partial<Fields>
}

export interface PlannedProduct
  extends Planning<ProductFields>, Omit<Product, 'optionNames' | 'variants' | 'images'> {
  productId: string
  option1Name: string | null
  option2Name: string | null
  option3Name: string | null
  /** The keys of an update that change, as they were; null: there was none. */
  metadataBefore?: Record<string, string | null>
  /** By the name of its column, the row of a field that does not come from `row`. */
  rows?: Record<string, number>
}

export interface PlannedVariant extends Planning<VariantFields>, Omit<Variant, 'optionValues'> {
  variantId: string
  productId: string
  position: number
  option1Value: string | null
  option2Value: string | null
  option3Value: string | null
  /** Of the same product, stored or added by the same plan. */
  imageId: string | null
}

export interface PlannedImage extends Planning<ImageFields> {
  imageId: string
  productId: string
  url: string
  normalizedUrl: string
  position: number
  alt: string
  /** Of a stored image: it gets another URL, and is fetched again. `broken`: as long as it was never fetched (RB-3). */
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
  { option1Name, option2Name, option3Name, ...fields }: ProductFields,
  metadata: Record<string, string>,
): PlannedProduct {
  return {
    ...place,
    title: fields.title,
    descriptionHtml: fields.descriptionHtml,
    vendor: fields.vendor,
    productType: fields.productType,
    tags: fields.tags,
    status: fields.status,
    seoTitle: fields.seoTitle,
    seoDescription: fields.seoDescription,
    option1Name: option1Name || null,
    option2Name: option2Name || null,
    option3Name: option3Name || null,
    metadata,
  }
}

/** `imageId`: of the image that has the variant's `imageUrl`. */
export function toPlannedVariant(
  place: Pick<PlannedVariant, 'variantId' | 'productId' | 'position' | 'row'>,
  { option1Value, option2Value, option3Value, ...fields }: VariantFields,
  imageId: string | null,
): PlannedVariant {
  return {
    ...place,
    option1Value: option1Value || null,
    option2Value: option2Value || null,
    option3Value: option3Value || null,
    sku: fields.sku,
    barcode: fields.barcode,
    price: fields.price,
    compareAtPrice: fields.compareAtPrice,
    inventoryQuantity: fields.inventoryQuantity,
    weightGrams: fields.weightGrams,
    requiresShipping: fields.requiresShipping,
    taxable: fields.taxable,
    imageUrl: fields.imageUrl,
    imageId,
  }
}

/** The ids of the products that the plan writes something of. */
export function productsOf({ products, variants, images }: ImportPlan): string[] {
  const lists = [products, variants, images].flatMap(({ adds, updates }) => [adds, updates])
  return [...new Set(lists.flatMap((list) => list.map(({ productId }) => productId)))]
}

/** The product's fields as the plan writes them. */
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
