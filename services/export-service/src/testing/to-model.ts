import type { Product } from '@catalog/catalog'
import type { CatalogProduct } from '@catalog/contracts'

/** A product of the API as the model has it. */
export function toModel(product: CatalogProduct): Product {
  const urls = new Map(product.images.map(({ image_id: id, url }) => [id, url]))
  return {
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.description_html,
    vendor: product.vendor,
    productType: product.product_type,
    tags: product.tags,
    status: product.status,
    seoTitle: product.seo_title,
    seoDescription: product.seo_description,
    optionNames: product.options,
    metadata: product.metadata,
    variants: product.variants.map((variant) => ({
      optionValues: variant.option_values,
      sku: variant.sku,
      barcode: variant.barcode,
      price: variant.price,
      compareAtPrice: variant.compare_at_price,
      inventoryQuantity: variant.inventory_quantity,
      weightGrams: variant.weight_grams,
      requiresShipping: variant.requires_shipping,
      taxable: variant.taxable,
      imageUrl: variant.image_id === null ? null : (urls.get(variant.image_id) ?? null),
    })),
    images: product.images.map(({ url, alt }) => ({ url, alt })),
  }
}
