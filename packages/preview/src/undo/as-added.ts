import {
  imageColumns,
  plainCell,
  productColumns,
  productFields,
  variantColumns,
  variantFields,
} from '@catalog/catalog'
import type { Column, StoredProduct } from '@catalog/catalog'
import { productFieldsOf, variantFieldsOf } from '../plan.ts'
import type { ProductPart } from './product-parts.ts'

/** Whether a product, with its variants and images, still is as the run that added it left it. */
export function isAsAdded({ added, variants, images }: ProductPart, product: StoredProduct): boolean {
  if (!added || !areEqual(productColumns, productFieldsOf(added), productFields(product))) return false
  if (!haveSameEntries(added.metadata, product.metadata)) return false
  const plannedVariants = new Map(variants.added.map((variant) => [variant.variantId, variant]))
  const plannedImages = new Map(images.added.map((image) => [image.imageId, image]))
  return (
    product.variants.length === plannedVariants.size &&
    product.images.length === plannedImages.size &&
    product.variants.every((variant) => {
      const planned = plannedVariants.get(variant.variantId)
      return planned && areEqual(variantColumns, variantFieldsOf(planned), variantFields(variant))
    }) &&
    product.images.every((image) => {
      const planned = plannedImages.get(image.imageId)
      return planned && areEqual(imageColumns, planned, image)
    })
  )
}

function areEqual<Fields>(columns: Column<Fields>[], one: Fields, other: Fields): boolean {
  return columns.every((column) => plainCell(column, one) === plainCell(column, other))
}

function haveSameEntries(one: Record<string, string>, other: Record<string, string>): boolean {
  const entries = Object.entries(one)
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && other[key] === value)
  )
}
