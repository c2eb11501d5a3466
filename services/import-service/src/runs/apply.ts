import type { Knex } from 'knex'
import type { ImportPlan } from '@catalog/preview'
import {
  blankSkus,
  bumpVersions,
  expectAll,
  imageTable,
  insertRows,
  productsAt,
  updateRows,
  updateVariants,
  variantTable,
  writeAll,
} from '../catalog/write.sql.ts'
import type { Write } from '../catalog/write.sql.ts'
import { moveMetadataKeys } from '../catalog/metadata-keys.sql.ts'
import { countImages, findChangedProducts, findOtherSkuHolders, findProductIds } from '../catalog/read.sql.ts'
import { raiseCatalogVersion } from '../catalog/storefront-locks.sql.ts'
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

/**
 * Writes the whole plan in the transaction, with a few statements (INV-11). The caller has the storefront's lock
 * and has checked that the plan fits the current catalog. `handedOver`: the variants whose SKU the plan gives to
 * another variant. Returns the catalog's version after it.
 */
export async function applyPlan(
  transaction: Knex.Transaction,
  storefrontId: string,
  plan: ImportPlan,
  handedOver: string[],
): Promise<number> {
  const catalogVersion = await raiseCatalogVersion(transaction, storefrontId, plan)
  await moveMetadataKeys(transaction, storefrontId, plan)
  await writeAll(transaction, writesOf(storefrontId, plan, handedOver, catalogVersion))
  await expectReferences(transaction, storefrontId, plan)
  return catalogVersion
}

function* writesOf(
  storefrontId: string,
  plan: ImportPlan,
  handedOver: string[],
  catalogVersion: number,
): Generator<Write> {
  const { products, variants, images } = plan
  const productTable = productsAt(catalogVersion)
  yield* insertRows(productTable, storefrontId, products.adds)
  yield* updateRows(productTable, storefrontId, products.updates)
  yield* bumpVersions(storefrontId, withoutOwnUpdate(plan), catalogVersion)
  yield* insertRows(imageTable, storefrontId, images.adds)
  yield* updateRows(imageTable, storefrontId, images.updates)
  yield* blankSkus(storefrontId, handedOver)
  yield* updateVariants(storefrontId, variants.updates)
  yield* insertRows(variantTable, storefrontId, variants.adds)
}

/**
 * What foreign keys would check row by row, in a third of the time that PostgreSQL takes for an apply of new rows: that the
 * product of each variant and image is one that the plan has added or found, and that the variants' images are there.
 */
async function expectReferences(
  transaction: Knex.Transaction,
  storefrontId: string,
  { touched, products, variants, images }: ImportPlan,
): Promise<void> {
  const written = [...variants.adds, ...variants.updates]
  const known = new Set([...touched, ...products.adds].map(({ productId }) => productId))
  const strange = [...written, ...images.adds, ...images.updates].find(
    ({ productId }) => !known.has(productId),
  )
  if (strange) throw new Error('a row of the plan is of a product that the plan neither adds nor changes')
  const added = new Set(images.adds.map(({ imageId }) => imageId))
  const others = new Set<string>()
  for (const { imageId } of written) if (imageId !== null && !added.has(imageId)) others.add(imageId)
  const imageIds = [...others]
  expectAll(imageIds.length, await countImages(transaction, storefrontId, imageIds))
}

function withoutOwnUpdate({ touched, products }: ImportPlan): string[] {
  const updated = new Set(products.updates.map((product) => product.productId))
  return touched.map((product) => product.productId).filter((productId) => !updated.has(productId))
}
