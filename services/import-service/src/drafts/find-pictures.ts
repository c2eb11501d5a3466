import type { DraftRow } from '@catalog/contracts'
import { findFetchedImages } from '../catalog/image-outcomes.sql.ts'
import { preferIndexes } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Completes the pictures of rows with their renditions, and removes images that were never fetched. */
export async function findPictures(
  database: Database,
  storefrontId: string,
  rows: readonly DraftRow[],
): Promise<void> {
  const ids = new Set(rows.flatMap(({ pictures = [] }) => pictures.map(({ image_id: id }) => id)))
  if (ids.size === 0) return
  const fetched = await database.transaction(
    async (transaction) => {
      await preferIndexes(transaction)
      return await findFetchedImages(transaction, storefrontId, [...ids])
    },
    { readOnly: true },
  )
  const byId = new Map(fetched.map((image) => [image.imageId, image]))
  for (const row of rows) {
    const pictures = row.pictures?.flatMap(({ url, image_id: imageId }) => {
      const image = byId.get(imageId)
      // No run has this image's details any more. Every fetched image has this rendition; the image may not have been
      // fetched.
      if (!image) return [{ url, image_id: imageId, renditions: ['original' as const] }]
      const { renditions } = image
      return renditions.length > 0 && image.url === url ? [{ url, image_id: imageId, renditions }] : []
    })
    if (pictures?.length) row.pictures = pictures
    else delete row.pictures
  }
}
