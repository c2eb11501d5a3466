import { everything } from '@catalog/contracts'
import type { RememberedMapping, RememberedMappingPage } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { cutPage, decodeCursor, idShape } from '../cursor.ts'
import { listKeptMappings } from './mappings.sql.ts'
import type { KeptMapping } from './mappings.sql.ts'

/**
 * The storefront's remembered mappings, newest first.
 * @throws ServiceError invalid_request (cursor)
 */
export async function listMappings(
  { database }: Context,
  input: { storefront_id: string; limit: number; cursor: string | null },
): Promise<RememberedMappingPage> {
  const before = decodeCursor(input.cursor, idShape)
  const kept = await listKeptMappings(database, input.storefront_id, { before, limit: input.limit + 1 })
  const { page, nextCursor } = cutPage(kept.map(toMapping), input.limit, (mapping) => mapping.mapping_id)
  return { mappings: page, next_cursor: nextCursor }
}

function toMapping(kept: KeptMapping): RememberedMapping {
  return {
    mapping_id: kept.mappingId,
    header: kept.header,
    columns: Object.fromEntries(kept.columns),
    identity: kept.identity,
    choice: kept.choice ?? everything,
    created_by: kept.createdBy,
    created_at: kept.createdAt.toISOString(),
    last_used_at: kept.lastUsedAt.toISOString(),
  }
}
