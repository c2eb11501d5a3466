import { plainProductDefaults, plainVariantDefaults } from '@catalog/catalog'
import { v7 as newId } from 'uuid'
import type { ImportPlan, PlannedImage, PlannedProduct, PlannedVariant } from '../plan.ts'

export function plannedProduct(fields: Partial<PlannedProduct> = {}): PlannedProduct {
  const productId = fields.productId ?? newId()
  return {
    ...plainProductDefaults,
    productId,
    handle: `product-${productId}`,
    title: 'A product',
    descriptionHtml: '<p>soft, "round" \\ and\ntwo lines</p>',
    vendor: 'Vendor',
    tags: ['a "b"', 'c\\d', 'é'],
    status: 'active',
    option1Name: 'Size',
    option2Name: null,
    option3Name: null,
    metadata: { care: 'wash "cold"' },
    row: 2,
    ...fields,
  }
}

export function plannedVariant(productId: string, fields: Partial<PlannedVariant> = {}): PlannedVariant {
  return {
    variantId: newId(),
    productId,
    position: 1,
    option1Value: 'M',
    option2Value: null,
    option3Value: null,
    ...plainVariantDefaults,
    barcode: '007',
    price: '25.00',
    weightGrams: '1.5',
    taxable: false,
    imageId: null,
    imageUrl: null,
    row: 2,
    ...fields,
  }
}

export function plannedImage(productId: string, fields: Partial<PlannedImage> = {}): PlannedImage {
  const imageId = fields.imageId ?? newId()
  const url = `https://images.example/${imageId}.jpg`
  return { imageId, productId, url, normalizedUrl: url, position: 1, alt: '', row: 2, ...fields }
}

/** A plan with only these parts. */
export function planOf(parts: {
  touched?: ImportPlan['touched']
  seen?: ImportPlan['seen']
  products?: Partial<ImportPlan['products']>
  variants?: Partial<ImportPlan['variants']>
  images?: Partial<ImportPlan['images']>
}): ImportPlan {
  return {
    touched: parts.touched ?? [],
    seen: parts.seen ?? [],
    products: { adds: [], updates: [], ...parts.products },
    variants: { adds: [], updates: [], ...parts.variants },
    images: { adds: [], updates: [], ...parts.images },
  }
}

/** A plan that adds products, each with one variant and optionally images. */
export function planOfNew(count: number, { images = 0 }: { images?: number } = {}): ImportPlan {
  const products = Array.from({ length: count }, () => plannedProduct())
  return planOf({
    products: { adds: products },
    variants: {
      adds: products.map(({ productId }) => plannedVariant(productId, { sku: `sku-${productId}` })),
    },
    images: {
      adds: products.flatMap(({ productId }) =>
        Array.from({ length: images }, (_, index) => plannedImage(productId, { position: index + 1 })),
      ),
    },
  })
}
