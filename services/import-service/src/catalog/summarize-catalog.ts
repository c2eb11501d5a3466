import type { Summary } from '@catalog/contracts'
import { countCatalog, findCatalogCounts, keepCatalogCounts } from './storefront-locks.sql.ts'
import type { CatalogCounts } from './storefront-locks.sql.ts'
import { requireServedHere } from './storefront-moves.sql.ts'
import type { Context } from '../context.ts'

/**
 * Counts the catalog only after a change that did not adjust the stored counts; a confirm adjusts them.
 */
export async function summarizeCatalog(context: Context, input: { storefront_id: string }): Promise<Summary> {
  const { storefront_id: storefrontId } = input
  const stored = await findCatalogCounts(context.database, storefrontId)
  await requireServedHere(context.database, storefrontId, stored)
  return toSummary(storefrontId, stored ?? (await recountCatalog(context, storefrontId)))
}

/** After the answer to an import: the storefront's exports, which cannot store counts, find them. */
export async function countUncounted(context: RecountContext, storefrontId: string): Promise<void> {
  const stored = await findCatalogCounts(context.database, storefrontId)
  if (stored === undefined) await recountCatalog(context, storefrontId)
}

type RecountContext = Pick<Context, 'database' | 'now'>

async function recountCatalog(
  { database, now }: RecountContext,
  storefrontId: string,
): Promise<CatalogCounts> {
  const counted = await countCatalog(database, storefrontId)
  // An empty catalog is quick to count.
  if (counted.lockedAt !== null || counted.counts.variants > 0) {
    await keepCatalogCounts(database, storefrontId, counted, now())
  }
  return counted.counts
}

function toSummary(
  storefrontId: string,
  { version, active, draft, archived, variants, images }: CatalogCounts,
): Summary {
  return {
    storefront_id: storefrontId,
    catalog_version: version,
    product_count: active + draft + archived,
    products_by_status: { active, draft, archived },
    variant_count: variants,
    image_count: images,
  }
}
