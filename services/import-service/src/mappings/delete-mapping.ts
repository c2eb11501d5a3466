import { ServiceError } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { forgetMapping } from './mappings.sql.ts'

/**
 * Deletes a remembered mapping.
 * @throws ServiceError not_found
 */
export async function deleteMapping(
  { database }: Context,
  input: { storefront_id: string; mapping_id: string },
): Promise<Record<string, never>> {
  if (await forgetMapping(database, input.storefront_id, input.mapping_id)) return {}
  throw new ServiceError(
    'not_found',
    'There is no such mapping. It may have been deleted, or replaced by others.',
  )
}
