import { ServiceError } from '@catalog/contracts'
import { requireNotMoving } from '../catalog/storefront-moves.sql.ts'
import type { Context } from '../context.ts'
import { forgetMapping } from './mappings.sql.ts'

/**
 * Deletes a remembered mapping.
 * @throws ServiceError not_found, unavailable
 */
export async function deleteMapping(
  { database }: Context,
  input: { storefront_id: string; mapping_id: string },
): Promise<Record<string, never>> {
  const { storefront_id: storefrontId, mapping_id: mappingId } = input
  const isForgotten = await database.transaction(async (transaction) => {
    await requireNotMoving(transaction, storefrontId)
    return await forgetMapping(transaction, storefrontId, mappingId)
  })
  if (isForgotten) return {}
  throw new ServiceError(
    'not_found',
    'There is no such mapping. It may have been deleted, or replaced by others.',
  )
}
