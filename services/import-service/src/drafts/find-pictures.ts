import type { DraftRow } from '@catalog/contracts'
import { findFetchedImages } from '../catalog/image-outcomes.sql.ts'
import { preferIndexes } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'

/** Says of the images that rows are about what there is to be seen of each, and leaves out those never fetched. */
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
      // Every picture has it. That of a run which has let go of its images may be missing all the same.
      if (!image) return [{ url, image_id: imageId, renditions: ['original' as const] }]
      const { renditions } = image
      return renditions.length > 0 && image.url === url ? [{ url, image_id: imageId, renditions }] : []
    })
    if (pictures?.length) row.pictures = pictures
    else delete row.pictures
  }
}
