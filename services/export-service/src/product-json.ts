import {
  plainProductColumns,
  plainProductDefaults,
  plainVariantColumns,
  plainVariantDefaults,
  readStored,
} from '@catalog/catalog'
import { fillRenditionUrl } from '@catalog/contracts'
import type { CatalogProduct } from '@catalog/contracts'
import type { PageQuery, StoredImage, StoredProduct } from './product-page.sql.ts'
import type { VariantRecord } from './product-record.ts'

type AddressOfRenditions = Pick<PageQuery, 'storefront_id' | 'rendition_url'>

/** The product as the API answers it. */
export function toCatalogProduct(record: StoredProduct, address: AddressOfRenditions): CatalogProduct {
  const [
    ,
    ,
    handle,
    catalogVersion,
    createdAt,
    updatedAt,
    optionNames,
    metadata,
    variants,
    images,
    ...plain
  ] = record
  const fields = { ...plainProductDefaults }
  readStored(plainProductColumns, plain, 0, fields)
  return {
    handle,
    title: fields.title,
    description_html: fields.descriptionHtml,
    vendor: fields.vendor,
    product_type: fields.productType,
    tags: fields.tags,
    status: fields.status,
    seo_title: fields.seoTitle,
    seo_description: fields.seoDescription,
    options: optionNames,
    metadata,
    variants: variants?.map((variant) => toVariant(variant, optionNames.length)) ?? [],
    images: images?.map((image, index) => toImage(image, index + 1, address)) ?? [],
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    catalog_version: catalogVersion,
  }
}

function toVariant(record: VariantRecord, optionCount: number): CatalogProduct['variants'][number] {
  const [imageId, first, second, third] = record
  const fields = { ...plainVariantDefaults }
  readStored(plainVariantColumns, record, 4, fields)
  return {
    sku: fields.sku,
    option_values: [first, second, third].slice(0, optionCount).map((value) => value ?? ''),
    barcode: fields.barcode,
    price: fields.price,
    compare_at_price: fields.compareAtPrice,
    inventory_quantity: fields.inventoryQuantity,
    weight_grams: fields.weightGrams,
    requires_shipping: fields.requiresShipping,
    taxable: fields.taxable,
    image_id: imageId,
  }
}

function toImage(
  [imageId, url, alt, outcome, picture]: StoredImage,
  position: number,
  { storefront_id, rendition_url: form }: AddressOfRenditions,
): CatalogProduct['images'][number] {
  const [names, sizes, version] = picture ?? [[], null, '']
  const renditions: CatalogProduct['images'][number]['renditions'] = {}
  for (const rendition of names) {
    const [width, height] = sizes?.[rendition] ?? [null, null]
    const values = { storefront_id, image_id: imageId, rendition, version }
    renditions[rendition] = { url: fillRenditionUrl(form, values), width, height }
  }
  return { image_id: imageId, url, alt, position, outcome, renditions }
}
