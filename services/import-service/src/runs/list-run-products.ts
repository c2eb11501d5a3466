import { ServiceError } from '@catalog/contracts'
import type { DraftProductPage, ProductQuery } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { findProductsBlock } from '../drafts/rows.sql.ts'
import { showProducts } from '../drafts/show-products.ts'
import { findRunWithDetails } from './run-details.ts'

/**
 * A page of the run's products, as its draft had them.
 * @throws ServiceError run_not_found, run_details_expired, invalid_request (cursor)
 */
export async function listRunProducts(
  { database }: Context,
  input: ProductQuery & { storefront_id: string; run_id: string },
): Promise<DraftProductPage> {
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  // In one snapshot: the block may be deleted concurrently.
  const block = await database.transaction(
    async (snapshot) => await findProductsBlock(snapshot, await findRunWithDetails(snapshot, key)),
    { isolationLevel: 'repeatable read' },
  )
  if (!block) throw notKept()
  return await showProducts(database, block, input)
}

function notKept(): ServiceError {
  return new ServiceError(
    'run_details_expired',
    'This import was made by an earlier release, which kept its rows but not the list of its products.',
  )
}
