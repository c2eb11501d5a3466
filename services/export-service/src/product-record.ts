import { moneyText, weightText } from '@catalog/catalog'
import type { Product, ProductStatus, Variant } from '@catalog/catalog'

/** A product; of a large one, some of its variants and images. */
export interface ProductPart {
  product: Product
  /** How many variants, and how many images, earlier parts of the product have at most; 0 in its first part. */
  fromRow: number
}

/** The columns of a product that cannot be large. */
export const fields = `title, vendor, product_type, status, seo_title, seo_description,
  option1_name, option2_name, option3_name`

/** Decimals are text, because readers of JSON treat numbers as floats. */
export const variantItem = (image: string) => `json_build_array(
  option1_value, option2_value, option3_value, sku, barcode, price::text, compare_at_price::text,
  inventory_quantity, weight_grams::text, requires_shipping, taxable, ${image})`

export const imageItem = 'json_build_array(url, alt, image_id)'

/** Without description and nested columns if the product is large. */
export type ProductRecord = [
  handle: string,
  productId: string,
  descriptionHtml: string | null,
  nested: Nested | null,
  title: string,
  vendor: string,
  productType: string,
  status: ProductStatus,
  seoTitle: string,
  seoDescription: string,
  option1Name: string | null,
  option2Name: string | null,
  option3Name: string | null,
]

export type Nested = [
  tags: string[],
  metadata: Record<string, string>,
  variants: VariantRecord[] | null,
  images: ImageRecord[] | null,
]

/** The image is an id, or already its URL. */
export type VariantRecord = [
  option1Value: string | null,
  option2Value: string | null,
  option3Value: string | null,
  sku: string,
  barcode: string,
  price: string,
  compareAtPrice: string | null,
  inventoryQuantity: number | null,
  weightGrams: string | null,
  requiresShipping: boolean,
  taxable: boolean,
  image: string | null,
]

export type ImageRecord = [url: string, alt: string, imageId: string]

/** @param urls finds the URLs of the variants' images; by default those of the ids of `images` */
export function toProduct(
  record: ProductRecord,
  descriptionHtml: string,
  [tags, metadata, variants, images]: Nested,
  urls: Urls = new Map(images?.map(([url, , imageId]) => [imageId, url])),
): Product {
  const [handle, , , , title, vendor, productType, status, seoTitle, seoDescription] = record
  const [, , , , , , , , , , option1Name, option2Name, option3Name] = record
  const optionNames = [option1Name, option2Name, option3Name].filter((name) => name !== null)
  return {
    handle,
    title,
    descriptionHtml,
    vendor,
    productType,
    tags,
    status,
    seoTitle,
    seoDescription,
    optionNames,
    metadata,
    variants: variants?.map((variant) => toVariant(variant, optionNames.length, urls)) ?? [],
    images: images?.map(([url, alt]) => ({ url, alt })) ?? [],
  }
}

type Urls = Pick<Map<string, string>, 'get'>

function toVariant(record: VariantRecord, optionCount: number, urls: Urls): Variant {
  const [option1Value, option2Value, option3Value, sku, barcode, price, compareAtPrice] = record
  const [, , , , , , , inventoryQuantity, weightGrams, requiresShipping, taxable, image] = record
  return {
    optionValues: [option1Value, option2Value, option3Value]
      .slice(0, optionCount)
      .map((value) => value ?? ''),
    sku,
    barcode,
    price: moneyText(price),
    compareAtPrice: compareAtPrice === null ? null : moneyText(compareAtPrice),
    inventoryQuantity,
    weightGrams: weightGrams === null ? null : weightText(weightGrams),
    requiresShipping,
    taxable,
    imageUrl: image === null ? null : (urls.get(image) ?? null),
  }
}
