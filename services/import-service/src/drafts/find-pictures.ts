import type { DraftRow } from '@catalog/contracts'
import { findFetchedImages } from '../catalog/image-outcomes.sql.ts'
import type { FetchedImage } from '../catalog/image-outcomes.sql.ts'
import { preferIndexes } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Completes the pictures of rows with their renditions, and removes images that were never fetched. */
export async function findPictures(
  database: Database,
  storefrontId: string,
  rows: readonly DraftRow[],
): Promise<void> {
  const ids = new Set(rows.flatMap(({ pictures = [] }) => pictures.map(({ image_id: id }) => id)))
  const byId = await findFetchedById(database, storefrontId, ids)
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

/** By id, those of the images that a run with details has. */
export async function findFetchedById(
  database: Database,
  storefrontId: string,
  ids: ReadonlySet<string>,
): Promise<Map<string, FetchedImage>> {
  if (ids.size === 0) return new Map()
  const fetched = await database.transaction(
    async (transaction) => {
      await preferIndexes(transaction)
      return await findFetchedImages(transaction, storefrontId, [...ids])
    },
    { readOnly: true },
  )
  return new Map(fetched.map((image) => [image.imageId, image]))
}
