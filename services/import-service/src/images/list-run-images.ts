import type { ImageOutcomePage, Outcome } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { cutPage, decodeCursor, idShape } from '../cursor.ts'
import { runNotFound } from '../runs/run-details.ts'
import { listRunImages as findImages } from '../runs/run-images.sql.ts'
import { findRun } from '../runs/runs.sql.ts'

/**
 * A page of the run's image outcomes.
 * @throws ServiceError run_not_found, invalid_request (cursor)
 */
export async function listRunImages(
  { database }: Context,
  input: {
    storefront_id: string
    run_id: string
    outcome: Outcome | null
    limit: number
    cursor: string | null
  },
): Promise<ImageOutcomePage> {
  const key = { storefrontId: input.storefront_id, runId: input.run_id }
  const after = decodeCursor(input.cursor, idShape)
  if ((await findRun(database, key)) === undefined) throw runNotFound()
  const images = await findImages(database, key, { outcome: input.outcome, after, limit: input.limit + 1 })
  const { page, nextCursor } = cutPage(images, input.limit, (image) => image.image_id)
  return { image_outcomes: page, next_cursor: nextCursor }
}
