import { quoted, shortened } from '@catalog/catalog'
import type { ImageFields, StoredImage } from '@catalog/catalog'
import { addIssue } from '../dialects/row-issues.ts'
import { fail, isStanding, issue, type RowPart } from './file-row.ts'
import type { Group, PreviewContext } from './group.ts'

/** An image that the file names, by its URL. */
export interface NamedImage {
  normalizedUrl: string
  stored: StoredImage | undefined
  /** The image rows with its URL, in file order; of each the part that names it. */
  parts: RowPart[]
  /** The first of them with an alt, and with a position. */
  first: { alt: RowPart | undefined; position: RowPart | undefined }
}

/** The images that the rows name. Rows that contradict an earlier one about the same image fail. */
export function nameImages(group: Group, { imageKey }: PreviewContext): NamedImage[] {
  const stored = new Map(group.existing?.images.map((image) => [imageKey(image.url), image]))
  const images = new Map<string, NamedImage>()
  for (const part of group.parts) {
    if (!part.isImage || part.image.url === undefined) continue
    const normalizedUrl = imageKey(part.image.url)
    let image = images.get(normalizedUrl)
    if (!image) {
      image = {
        normalizedUrl,
        stored: stored.get(normalizedUrl),
        parts: [],
        first: { alt: undefined, position: undefined },
      }
      images.set(normalizedUrl, image)
    }
    refuseContradiction(image, part, 'alt')
    refuseContradiction(image, part, 'position')
    image.parts.push(part)
  }
  return [...images.values()]
}

function refuseContradiction(image: NamedImage, part: RowPart, field: 'alt' | 'position'): void {
  const later = part.image[field]
  if (later === undefined) return
  const source = (image.first[field] ??= part)
  const earlier = source.image[field]
  if (earlier === later) return
  const { row } = part
  fail(
    row,
    'conflicting_values',
    `Row ${source.row.number} says ${quoted(String(earlier))} and row ${row.number} says ${quoted(String(later))} for image_${field} of the same image. Make them equal, or leave the cell of row ${row.number} empty.`,
    { column: `image_${field}`, value: shortened(String(later), 200) },
  )
}

/** An image as it will be. */
export interface PlacedImage extends ImageFields {
  named: NamedImage | undefined
  stored: StoredImage | undefined
}

/**
 * All images of the product in their new order. Those that ask for a position get it, or the next free one where
 * several ask for the same; the others keep their order around them, new ones last. The same file on the result gives
 * the same result. `clearsAlt`: an image whose rows have no alt loses the stored one.
 */
export function placeImages(
  group: Group,
  images: NamedImage[],
  { clearsAlt, imageKey }: { clearsAlt: boolean; imageKey: PreviewContext['imageKey'] },
): PlacedImage[] {
  const applied = images.filter((image) => image.parts.some(isApplied))
  const named = new Map(applied.map((image) => [image.normalizedUrl, image]))
  const stored = (group.existing?.images ?? []).map((image) => ({
    stored: image,
    named: named.get(imageKey(image.url)),
  }))
  const added = applied.filter((image) => !image.stored).map((image) => ({ stored: undefined, named: image }))
  const all = [...stored, ...added]

  if (!applied.some(asksForPlace)) return all.map((image, index) => toPlaced(image, index + 1, clearsAlt))
  const asking = all
    .flatMap((image) => {
      const part = image.named && positionPart(image.named)
      const position = part?.image.position
      return part && position !== undefined ? [{ image, part, position }] : []
    })
    .sort((a, b) => a.position - b.position || a.part.row.number - b.part.row.number)
  const slots = slotsOf(asking, all.length)
  const asked = new Map(asking.map(({ image }, index) => [slots[index], image]))
  const askers = new Set(asking.map(({ image }) => image))
  const others = all.filter((image) => !askers.has(image)).values()

  return all.map((_, index) => toPlaced(asked.get(index + 1) ?? nextOf(others), index + 1, clearsAlt))
}

function asksForPlace(image: NamedImage): boolean {
  return image.first.position !== undefined
}

function toPlaced(
  { stored, named }: Pick<PlacedImage, 'stored' | 'named'>,
  position: number,
  clearsAlt: boolean,
): PlacedImage {
  const keptAlt = named && clearsAlt ? '' : (stored?.alt ?? '')
  return {
    stored,
    named,
    position,
    url: stored?.url ?? named?.parts.find(isApplied)?.image.url ?? '',
    alt: (named && altPart(named)?.image.alt) ?? keptAlt,
  }
}

/** The part whose `image_position` counts; undefined where none has one. */
export function positionPart({ parts }: NamedImage): RowPart | undefined {
  return parts.find((part) => part.image.position !== undefined && isApplied(part))
}

/** The part whose `image_alt` counts. */
export function altPart({ parts }: NamedImage): RowPart | undefined {
  return parts.find((part) => part.image.alt !== undefined && isApplied(part))
}

export function isApplied({ row }: RowPart): boolean {
  return isStanding(row)
}

/** A slot from 1 to `count` for each of the askers, who are sorted by what they ask for. */
function slotsOf(asking: { part: RowPart; position: number }[], count: number): number[] {
  const slots: number[] = []
  asking.forEach(({ part, position }, index) => {
    const before = asking[index - 1]
    if (before?.position === position) {
      addIssue(
        part.row.warnings,
        issue(
          'position_taken',
          `Row ${before.part.row.number} asks for position ${position} too; this image comes after that one.`,
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
