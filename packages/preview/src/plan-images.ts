import { imageColumns, normalizeImageUrl } from '@catalog/catalog'
import type { StoredImage } from '@catalog/catalog'
import type { FieldChange } from '@catalog/contracts'
import type { ImportPlan } from './plan.ts'
import { recordAdded, recordChange } from './changes.ts'
import { isValid, recordEntity } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import type { Group, PreviewContext } from './group.ts'
import { altPart, isApplied, placeImages, positionPart } from './place-images.ts'
import type { NamedImage, PlacedImage } from './place-images.ts'

/** The product's images after the import, by the key of their URLs. */
export type ImagesByUrl = Map<string, { imageId: string; url: string; stored: StoredImage | undefined }>

export function planImages(
  group: Group,
  images: NamedImage[],
  { productId, context, plan }: { productId: string; context: PreviewContext; plan: ImportPlan },
): { images: ImagesByUrl; isChanged: boolean } {
  const { blankClears, columns, imageKey } = context
  const first = group.rows.find(isValid)?.number ?? 0
  const placed = placeImages(group, images, { clearsAlt: blankClears && columns.image.has('alt') })
  const ranks = new Map(group.existing?.images.map((image, index) => [image, index + 1]))
  const isMoved = placed.some(({ stored, position }) => !stored || ranks.get(stored) !== position)
  const byUrl: ImagesByUrl = new Map()
  let isChanged = false
  for (const image of placed) {
    const { stored, url, alt } = image
    const imageId = stored?.imageId ?? context.newId()
    byUrl.set(imageKey(url), { imageId, url, stored })
    if (stored && stored.url !== url) byUrl.set(imageKey(stored.url), { imageId, url, stored })
    // Gaps in the stored positions are closed only if the order changes anyway.
    const position = isMoved ? image.position : (stored?.position ?? image.position)
    const row = image.named?.parts.find(isApplied)?.row.number ?? first
    const normalizedUrl = normalizeImageUrl(url) ?? url
    const planned = { imageId, productId, url, normalizedUrl, position, alt, row }
    if (!stored) {
      recordNew(image)
      plan.images.adds.push(planned)
      isChanged = true
    } else {
      recordReplaced(image)
      recordMoved(image, ranks.get(stored) ?? image.position)
      const before = {
        ...(url !== stored.url && { url: stored.url }),
        ...(position !== stored.position && { position: stored.position }),
        ...(alt !== stored.alt && { alt: stored.alt }),
      }
      if (Object.keys(before).length === 0) continue
      plan.images.updates.push({ ...planned, before, ...(before.url !== undefined && { refetch: 'broken' }) })
      isChanged = true
    }
  }
  return { images: byUrl, isChanged }
}

function recordNew(image: PlacedImage): void {
  const parts = image.named?.parts.filter(isApplied) ?? []
  recordAdded('image', imageColumns, image, parts[0]?.row)
  for (const { row } of parts) {
    recordEntity(row, 'image')
    row.adds = true
  }
}

function recordReplaced({ named, stored, url }: PlacedImage): void {
  if (!stored || stored.url === url) return
  recordImageChange(named?.parts.find(isApplied)?.row, stored, {
    field: 'image_url',
    before: stored.url,
    after: url,
  })
}

/** An image that makes room for another one is a change of its row too: what is previewed is what lands. */
function recordMoved({ named, stored, position, alt }: PlacedImage, rank: number): void {
  if (!named || !stored) return
  if (rank !== position) {
    const part = positionPart(named) ?? named.parts.find(isApplied)
    recordImageChange(part?.row, stored, {
      field: 'image_position',
      before: String(rank),
      after: String(position),
    })
  }
  if (alt !== stored.alt) {
    const part = altPart(named) ?? named.parts.find(isApplied)
    recordImageChange(part?.row, stored, { field: 'image_alt', before: stored.alt, after: alt })
  }
}

function recordImageChange(
  row: FileRow | undefined,
  stored: StoredImage,
  change: Omit<FieldChange, 'entity'>,
): void {
  recordChange(row, { entity: 'image', ...change })
  row?.images.add(stored)
}
