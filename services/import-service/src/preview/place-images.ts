import { normalizeImageUrl, quoted, shortened } from '@catalog/catalog'
import type { ImageFields, StoredImage } from '@catalog/catalog'
import { fail, type Group, type GroupRow, issue } from './group.ts'

/** An image that the file names, by its URL. */
export interface NamedImage {
  normalizedUrl: string
  stored: StoredImage | undefined
  /** The image rows with its URL, in file order. */
  rows: GroupRow[]
  /** The first of them with an alt, and with a position. */
  first: { alt: GroupRow | undefined; position: GroupRow | undefined }
}

export function sameImage(url: string): string {
  return normalizeImageUrl(url) ?? url
}

/** The images that the rows name. Rows that contradict an earlier one about the same image fail. */
export function nameImages(group: Group): NamedImage[] {
  const stored = new Map(group.existing?.images.map((image) => [sameImage(image.url), image]))
  const images = new Map<string, NamedImage>()
  for (const row of group.rows) {
    if (!row.isImage || row.image.url === undefined) continue
    const normalizedUrl = sameImage(row.image.url)
    const image = images.get(normalizedUrl) ?? {
      normalizedUrl,
      stored: stored.get(normalizedUrl),
      rows: [],
      first: { alt: undefined, position: undefined },
    }
    images.set(normalizedUrl, image)
    refuseContradiction(image, row, 'alt')
    refuseContradiction(image, row, 'position')
    image.rows.push(row)
  }
  return [...images.values()]
}

function refuseContradiction(image: NamedImage, row: GroupRow, field: 'alt' | 'position'): void {
  const later = row.image[field]
  if (later === undefined) return
  const source = (image.first[field] ??= row)
  const earlier = source.image[field]
  if (earlier === later) return
  fail(
    row,
    'conflicting_values',
    `Row ${source.row} says ${quoted(String(earlier))} and row ${row.row} says ${quoted(String(later))} for image_${field} of the same image. Make them equal, or leave the cell of row ${row.row} empty.`,
    { column: `image_${field}`, value: shortened(String(later), 200) },
  )
}

/** An image as it will stand. */
export interface PlacedImage extends ImageFields {
  named: NamedImage | undefined
  stored: StoredImage | undefined
}

/**
 * All images of the product in their new order. Those that ask for a position get it, or the next free one where
 * several ask for the same; the others keep their order around them, new ones last. The same file on the result gives
 * the same result. `clearsAlt`: an image whose rows have no alt loses the stored one.
 */
export function placeImages(group: Group, images: NamedImage[], clearsAlt: boolean): PlacedImage[] {
  const applied = images.filter((image) => standingRows(image).length > 0)
  const named = new Map(applied.map((image) => [image.normalizedUrl, image]))
  const stored = (group.existing?.images ?? []).map((image) => ({
    stored: image,
    named: named.get(sameImage(image.url)),
  }))
  const added = applied.filter((image) => !image.stored).map((image) => ({ stored: undefined, named: image }))
  const all = [...stored, ...added]

  const asking = all
    .flatMap((image) => {
      const row = image.named && positionRow(image.named)
      const position = row?.image.position
      return row && position !== undefined ? [{ image, row, position }] : []
    })
    .sort((a, b) => a.position - b.position || a.row.row - b.row.row)
  const slots = slotsOf(asking, all.length)
  const asked = new Map(asking.map(({ image }, index) => [slots[index], image]))
  const askers = new Set(asking.map(({ image }) => image))
  const others = all.filter((image) => !askers.has(image)).values()

  return all.map((_, index) => {
    const image = asked.get(index + 1) ?? nextOf(others)
    const rows = image.named ? standingRows(image.named) : []
    const keptAlt = image.named && clearsAlt ? '' : (image.stored?.alt ?? '')
    return {
      stored: image.stored,
      named: image.named,
      position: index + 1,
      url: image.stored?.url ?? rows[0]?.image.url ?? '',
      alt: rows.find((row) => row.image.alt !== undefined)?.image.alt ?? keptAlt,
    }
  })
}

/** The row whose `image_position` counts; undefined where none has one. */
export function positionRow(image: NamedImage): GroupRow | undefined {
  return standingRows(image).find((row) => row.image.position !== undefined)
}

/** The row whose `image_alt` counts. */
export function altRow(image: NamedImage): GroupRow | undefined {
  return standingRows(image).find((row) => row.image.alt !== undefined)
}

export function standingRows(image: NamedImage): GroupRow[] {
  return image.rows.filter((row) => row.errors.length === 0)
}

/** A slot from 1 to `count` for each of the askers, who are sorted by what they ask for. */
function slotsOf(asking: { row: GroupRow; position: number }[], count: number): number[] {
  const slots: number[] = []
  asking.forEach(({ row, position }, index) => {
    const before = asking[index - 1]
    if (before?.position === position) {
      row.warnings.push(
        issue(
          'position_taken',
          `Row ${before.row.row} asks for position ${position} too; this image comes after that one.`,
          { column: 'image_position', value: String(position) },
        ),
      )
    }
    slots.push(Math.max(position, (slots[index - 1] ?? 0) + 1))
  })
  let last = count
  for (let index = slots.length - 1; index >= 0; index--) {
    slots[index] = Math.min(slots[index] ?? last, last)
    last = (slots[index] ?? last) - 1
  }
  return slots
}

function nextOf<Item>(items: Iterator<Item>): Item {
  const next = items.next()
  if (next.done) throw new Error('fewer images than positions')
  return next.value
}
