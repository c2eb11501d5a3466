import type { Column } from '@catalog/catalog'
import type { KeptFields } from '../group.ts'
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

/** Reads a plan product by product, while it is made. */
export class PartReader {
  readonly #plan: ImportPlan
  #read = { added: 0, updated: 0, variants: 0, changedVariants: 0, images: 0, changedImages: 0 }

  constructor(plan: ImportPlan) {
    this.#plan = plan
  }

  /** What was written to a product since the last one. */
  next(): Omit<ProductPart, 'productId'> {
    const { products, variants, images } = this.#plan
    const read = this.#read
    this.#read = {
      added: products.adds.length,
      updated: products.updates.length,
      variants: variants.adds.length,
      changedVariants: variants.updates.length,
      images: images.adds.length,
      changedImages: images.updates.length,
    }
    return {
      added: products.adds[read.added],
      updated: products.updates[read.updated],
      variants: {
        added: variants.adds.slice(read.variants),
        updated: variants.updates.slice(read.changedVariants),
      },
      images: { added: images.adds.slice(read.images), updated: images.updates.slice(read.changedImages) },
    }
  }
}

/** The numbers of the run's rows that wrote to a product. */
export function rowsOf({ added, updated, variants, images }: ProductPart): Set<number> {
  const written = [variants.added, variants.updated, images.added, images.updated].flat()
  const own = [added, updated].filter((product) => product !== undefined)
  return new Set([...own, ...written].map(({ row }) => row).concat(Object.values(updated?.rows ?? {})))
}

/** Makes the part one of a run that did not write these fields of what existed. */
export function keepFields({ updated, variants, images }: ProductPart, kept: KeptFields): void {
  forget(updated?.before, kept.product)
  for (const { before } of variants.updated) forget(before, kept.variant)
  for (const { before } of images.updated) forget(before, kept.image)
  for (const key of Object.keys(updated?.metadataBefore ?? {}))
    if (kept.has(`metadata.${key}`)) delete updated?.metadataBefore?.[key]
}

function forget<Fields>(before: Partial<Fields> | undefined, columns: Column<Fields>[]): void {
  for (const { field } of before ? columns : []) delete before?.[field]
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
