import type { DraftProductPage, ProductQuery } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { draftOfReleaseBefore } from './draft-errors.ts'
import { readWithDraft } from './open-draft.ts'
import { findProductsBlock } from './rows.sql.ts'
import { showProducts } from './show-products.ts'

/** @throws ServiceError draft_not_found, draft_expired, invalid_request (cursor), unavailable */
export async function listDraftProducts(
  context: Context,
  input: ProductQuery & { storefront_id: string; draft_id: string },
): Promise<DraftProductPage> {
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const { part: block } = await readWithDraft(context, key, (snapshot) => findProductsBlock(snapshot, key))
  if (!block) throw draftOfReleaseBefore()
  return await showProducts(context.database, block, input)
}
