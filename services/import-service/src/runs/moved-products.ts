import type { Knex } from 'knex'
import type { ImportPlan } from '@catalog/preview'
import { findChangedProducts, findOtherSkuHolders, findProductIds } from '../catalog/read.sql.ts'
import { findBrokenImages } from '../catalog/image-outcomes.sql.ts'

export interface Moved {
  /** The number of products that have changed since the preview. */
  count: number
  /** Variants whose SKU the plan itself gives to another variant. */
  handedOver: string[]
}

/** Compares the plan with the current catalog: finds the products that have changed since the preview was computed. */
export async function findMovedProducts(
  transaction: Knex.Transaction,
  storefrontId: string,
  { touched, seen, products, variants, images }: ImportPlan,
): Promise<Moved> {
  const handles = products.adds.map((product) => product.handle)
  const moved = new Set([
    ...(await findChangedProducts(transaction, storefrontId, [...touched, ...seen])),
    ...(await findProductIds(transaction, storefrontId, handles)),
  ])

  const replaced = images.updates.filter(({ refetch }) => refetch !== undefined && refetch !== 'always')
  const broken = await findBrokenImages(
    transaction,
    storefrontId,
    replaced.map(({ imageId }) => imageId),
  )
  // An image that has been fetched since the preview must not be replaced.
  for (const { imageId, productId } of replaced) if (!broken.has(imageId)) moved.add(productId)

  const planned = [...variants.adds, ...variants.updates].filter((variant) => variant.sku !== '')
  const newSkus = new Map(variants.updates.map((variant) => [variant.variantId, variant.sku]))
  const handedOver: string[] = []
  for (const holder of await findOtherSkuHolders(transaction, storefrontId, planned)) {
    const newSku = newSkus.get(holder.variantId)
    if (newSku !== undefined && newSku !== holder.sku) handedOver.push(holder.variantId)
    else moved.add(holder.productId)
  }
  return { count: moved.size, handedOver }
}
