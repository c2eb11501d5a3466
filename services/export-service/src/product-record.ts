import {
  plainProductColumns,
  plainProductDefaults,
  plainVariantColumns,
  plainVariantDefaults,
  readStored,
} from '@catalog/catalog'
import type { Product, Variant } from '@catalog/catalog'

/** A product; of a large one, some of its variants and images. */
export interface ProductPart {
  product: Product
  /** How many variants, and how many images, earlier parts of the product have at most; 0 in its first part. */
  fromRow: number
}

/** What a large product's description and tags are read apart from. */
const smallColumns = plainProductColumns.filter(
  ({ field }) => field !== 'descriptionHtml' && field !== 'tags',
)

/** The columns of a product that cannot be large. */
export const fields = [
  'option1_name',
  'option2_name',
  'option3_name',
  ...smallColumns.map(({ stored }) => stored.column),
].join(', ')

/** Decimals are text, because readers of JSON treat numbers as floats. */
const variantCells = plainVariantColumns.map(({ stored: { column, type } }) =>
  type === 'numeric' ? `${column}::text` : column,
)

export const variantItem = (image: string) =>
  `json_build_array(${image}, option1_value, option2_value, option3_value, ${variantCells.join(', ')})`

export const imageItem = 'json_build_array(url, alt, image_id)'

/** Without description and nested columns if the product is large. */
export type ProductRecord = [
  handle: string,
  productId: string,
  descriptionHtml: string | null,
  nested: Nested | null,
  option1Name: string | null,
  option2Name: string | null,
  option3Name: string | null,
  ...small: unknown[],
]

export type Nested = [
  tags: string[],
  metadata: Record<string, string>,
  variants: VariantRecord[] | null,
  images: ImageRecord[] | null,
]

/** The image is an id, or already its URL. */
export type VariantRecord = [
  image: string | null,
  option1Value: string | null,
  option2Value: string | null,
  option3Value: string | null,
  ...plain: unknown[],
]

export type ImageRecord = [url: string, alt: string, imageId: string]

/** @param urls finds the URLs of the variants' images; by default those of the ids of `images` */
export function toProduct(
  record: ProductRecord,
  descriptionHtml: string,
  [tags, metadata, variants, images]: Nested,
  urls: Urls = new Map(images?.map(([url, , imageId]) => [imageId, url])),
): Product {
  const optionNames = [record[4], record[5], record[6]].filter((name) => name !== null)
  const product = {
    handle: record[0],
    ...plainProductDefaults,
    descriptionHtml,
    tags,
    optionNames,
    metadata,
    variants: variants?.map((variant) => toVariant(variant, optionNames.length, urls)) ?? [],
    images: images?.map(([url, alt]) => ({ url, alt })) ?? [],
  }
  readStored(smallColumns, record, 7, product)
  return product
}

type Urls = Pick<Map<string, string>, 'get'>

function toVariant(record: VariantRecord, optionCount: number, urls: Urls): Variant {
  const [image, option1Value, option2Value, option3Value] = record
  const variant = {
    optionValues: [option1Value, option2Value, option3Value]
      .slice(0, optionCount)
      .map((value) => value ?? ''),
    ...plainVariantDefaults,
    imageUrl: image === null ? null : (urls.get(image) ?? null),
  }
  readStored(plainVariantColumns, record, 4, variant)
  return variant
}
