import { renditionPath } from '@catalog/contracts'
import type { DraftProduct, DraftProductPage, ProductQuery } from '@catalog/contracts'
import { findProducts } from '@catalog/preview'
import type { FoundProduct } from '@catalog/preview'
import { cutPage, decodeCursor } from '../cursor.ts'
import type { Database } from '../postgres/database.ts'
import type { FetchedImage } from '../catalog/image-outcomes.sql.ts'
import { findFetchedById } from './find-pictures.ts'
import { readProductsBlock } from './row-blocks.ts'

/**
 * A page of a preview's products, with the pictures that the catalog has now.
 * @throws ServiceError invalid_request (cursor)
 */
export async function showProducts(
  database: Database,
  block: Buffer,
  { storefront_id: storefrontId, limit, cursor, ...query }: ProductQuery & { storefront_id: string },
): Promise<DraftProductPage> {
  const last = decodeCursor(cursor, new RegExp(`^${query.sort}:(0|[1-9][0-9]{0,3})$`))
  const after = last === null ? null : Number(last.slice(query.sort.length + 1))
  const { found, total } = findProducts(await readProductsBlock(block), query, { after, limit: limit + 1 })
  const ids = new Set(found.flatMap(({ image }) => (image ? [image.imageId] : [])))
  const fetched = await findFetchedById(database, storefrontId, ids)
  const shown = found.map(({ position, product, image }) => ({
    position,
    product: Object.assign(product, { picture: image && pictureOf(image, fetched.get(image.imageId)) }),
  }))
  const { page, nextCursor } = cutPage(shown, limit, ({ position }) => `${query.sort}:${position}`)
  return { products: page.map(({ product }) => product), next_cursor: nextCursor, total }
}

type Image = NonNullable<FoundProduct['image']>

function pictureOf(
  { url, imageId, isStored }: Image,
  fetched: FetchedImage | undefined,
): DraftProduct['picture'] {
  // No run has a stored image's details any more: see `findPictures`.
  const known = fetched ?? { url, renditions: isStored ? ['original' as const] : [] }
  if (known.url !== url || known.renditions.length === 0) return { url }
  const paths = known.renditions.map((name) => [name, renditionPath(imageId, name)] as const)
  return { image_id: imageId, renditions: Object.fromEntries(paths) }
}
