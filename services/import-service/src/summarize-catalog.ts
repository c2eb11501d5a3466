import type { Summary } from '@catalog/contracts'
import { countCatalog } from './catalog.sql.ts'
import type { Context } from './context.ts'

export async function summarizeCatalog(
  { database }: Context,
  input: { storefront_id: string },
): Promise<Summary> {
  return await countCatalog(database, input.storefront_id)
}
