import type { ImportPlan, PlannedImage, PlannedProduct, PlannedVariant } from '../plan.ts'

/** What a run wrote to one product. */
export interface ProductPart {
  productId: string
  /** Set if the run added the product. */
  added: PlannedProduct | undefined
  updated: PlannedProduct | undefined
  variants: { added: PlannedVariant[]; updated: PlannedVariant[] }
  images: { added: PlannedImage[]; updated: PlannedImage[] }
}

/** Groups what the run wrote by product. */
export function partsOf({ products, variants, images }: ImportPlan): ProductPart[] {
  const parts = new Map<string, ProductPart>()
  const partOf = ({ productId }: { productId: string }) => {
    let part = parts.get(productId)
    if (!part) {
      part = {
        productId,
        added: undefined,
        updated: undefined,
        variants: { added: [], updated: [] },
        images: { added: [], updated: [] },
      }
      parts.set(productId, part)
    }
    return part
  }
  for (const product of products.adds) partOf(product).added = product
  for (const product of products.updates) partOf(product).updated = product
  for (const variant of variants.adds) partOf(variant).variants.added.push(variant)
  for (const variant of variants.updates) partOf(variant).variants.updated.push(variant)
  for (const image of images.adds) partOf(image).images.added.push(image)
  for (const image of images.updates) partOf(image).images.updated.push(image)
  return [...parts.values()]
}
