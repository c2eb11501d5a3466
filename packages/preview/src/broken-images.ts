import { handleColumn, imageColumns, imageIdentity, variantColumns } from '@catalog/catalog'
import type { StoredProduct } from '@catalog/catalog'
import type { CanonicalTable } from '@catalog/dialects'
import type { Group, PreviewContext } from './group.ts'
import { cellReader } from './keys.ts'
import type { NamedImage } from './place-images.ts'

/**
 * The ids of stored images that a new image may replace if they are broken: images whose URL the file does not name, of
 * products for which the file names a URL that the catalog does not have.
 */
export function replaceableImages(table: CanonicalTable, products: Map<string, StoredProduct>): string[] {
  const named = namedUrls(table, products)
  return [...products.values()].flatMap(({ handle, images }) => {
    const urls = named.get(handle)
    if (!urls) return []
    const left = images.filter(({ url }) => !urls.delete(imageIdentity(url)))
    return urls.size === 0 ? [] : left.map(({ imageId }) => imageId)
  })
}

/** By handle of stored products with images, the URLs that the file names. */
function namedUrls(table: CanonicalTable, products: Map<string, StoredProduct>): Map<string, Set<string>> {
  const handles = cellReader(table, handleColumn)
  const readers = [...imageColumns, ...variantColumns].flatMap(({ name, format }) =>
    name === 'image_url' || name === 'variant_image_url'
      ? [cellReader<unknown>(table, { name, format })]
      : [],
  )
  const named = new Map<string, Set<string>>()
  for (const { cells, skipped } of table.rows) {
    const handle = skipped ? undefined : handles.read(cells)
    if (handle === undefined || !products.get(handle)?.images.length) continue
    for (const reader of readers) {
      const url = reader.read(cells)
      if (typeof url !== 'string') continue
      const urls = named.get(handle)
      if (urls) urls.add(imageIdentity(url))
      else named.set(handle, new Set([imageIdentity(url)]))
    }
  }
  return named
}

/**
 * Replaces broken images that no row names by new ones (csv-format.md §4, RB-3): a new image with a position replaces
 * the broken one there; any other replaces the first one that is left.
 */
export function replaceBroken(
  { existing, parts }: Group,
  images: NamedImage[],
  { brokenImages, imageKey }: PreviewContext,
): void {
  const added = images.filter(({ stored }) => !stored)
  if (!existing || added.length === 0 || brokenImages.size === 0) return
  const named = new Set([
    ...images.map(({ key }) => key),
    ...parts.flatMap(({ variant }) => (variant.imageUrl ? [imageKey(variant.imageUrl)] : [])),
  ])
  const broken = new Map(
    existing.images
      .map((image, index) => [index + 1, image] as const)
      .filter(([, { imageId, url }]) => brokenImages.has(imageId) && !named.has(imageKey(url))),
  )
  const replace = (image: NamedImage, position: number | undefined) => {
    const stored = position === undefined ? undefined : broken.get(position)
    if (position === undefined || !stored) return
    broken.delete(position)
    image.stored = stored
    image.isReplacement = true
  }
  for (const image of added)
    replace(image, image.parts.find(({ image: { position } }) => position !== undefined)?.image.position)
  const left = broken.keys()
  for (const image of added) if (!image.stored) replace(image, left.next().value)
}
