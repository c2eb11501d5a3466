import { brief, shortened } from '@catalog/catalog'
import type { ImageFields, ParametersOf, StoredImage } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import { isValid, issue } from './file-row.ts'
import type { RowPart } from './file-row.ts'
import type { Group, PreviewContext } from './group.ts'
import { asStored } from './resolve-fields.ts'
import { Alike } from './alike.ts'
import { warnOfFault } from './warn-of-images.ts'

/** An image that the file names. */
export interface NamedImage {
  key: string
  stored: StoredImage | undefined
  /** It replaces the stored image, which had another URL. */
  isReplacement: boolean
  /** For each image row with its URL, in file order, the part that names it. */
  parts: RowPart[]
  /** Why it will be rejected, as far as its URL says. */
  fault: ParametersOf<'image_not_fetchable'> | undefined
}

/** The images in the rows. */
export function nameImages(group: Group, { imageKey, faultOf }: PreviewContext): NamedImage[] {
  const stored = new Map(group.existing?.images.map((image) => [imageKey(image.url), image]))
  const alike = new Alike(stored.values().map((image) => [image.url, image.url]))
  const images = new Map<string, NamedImage>()
  for (const part of group.parts) {
    respell(part, (url) => (stored.has(imageKey(url)) ? url : (alike.get(url) ?? url)))
    if (!part.isImage || part.image.url === undefined) continue
    const key = imageKey(part.image.url)
    let image = images.get(key)
    if (!image) {
      image = {
        key,
        stored: stored.get(key),
        isReplacement: false,
        parts: [],
        fault: faultOf(part.image.url),
      }
      images.set(key, image)
    }
    image.parts.push(part)
    if (image.fault) warnOfFault(part, image.fault)
  }
  return [...images.values()]
}

/** Sets the URLs of a part to those that the catalog has. */
function respell({ image, variant }: RowPart, spelled: (url: string) => string): void {
  if (image.url !== undefined) image.url = spelled(image.url)
  if (variant.imageUrl) variant.imageUrl = spelled(variant.imageUrl)
}

/** Warns of positions and alts that differ from an earlier row's for the same image. */
function warnOfRepeats({ parts }: NamedImage): void {
  for (const field of ['position', 'alt'] as const) {
    const source = partWith(parts, field)
    const counts = source?.image[field]
    for (const part of source ? parts : []) {
      const value = part.image[field]
      if (value === undefined || value === counts || !isApplied(part)) continue
      addIssue(
        part.row.warnings,
        issue(`image_${field}`, 'ignored_value', shortened(String(value), 200), {
          case: 'earlier_row',
          row: source?.row.number ?? 0,
          earlier: brief(String(counts)),
        }),
      )
    }
  }
}

/** An image after the import. */
export interface PlacedImage extends ImageFields {
  named: NamedImage | undefined
  stored: StoredImage | undefined
}

/**
 * All images of the product in their new order. Images that the file does not name keep their positions (INV-10). Those
 * with a requested position get it, or the next free one if several request the same. The others keep their order
 * around them, new ones last. Applying the same file again changes nothing. `clearsAlt`: an image whose rows have no
 * alt loses the stored one.
 */
export function placeImages(
  group: Group,
  images: NamedImage[],
  { clearsAlt }: { clearsAlt: boolean },
): PlacedImage[] {
  const applied = images.filter((image) => image.parts.some(isApplied))
  for (const image of applied) if (image.parts.length > 1) warnOfRepeats(image)
  const named = new Map(applied.map((image) => [image.stored, image]))
  const stored: Placeable[] = (group.existing?.images ?? []).map((image) => ({
    stored: image,
    named: named.get(image),
  }))
  const added: Placeable[] = applied
    .filter((image) => !image.stored)
    .map((image) => ({ stored: undefined, named: image }))
  const all = [...stored, ...added]
  const places = applied.some(asksForPlace) ? rearranged(stored, added) : all
  return places.map((image, index) => toPlaced(image, index + 1, clearsAlt))
}

type Placeable = Pick<PlacedImage, 'stored' | 'named'>

function rearranged(stored: Placeable[], added: Placeable[]): Placeable[] {
  const all = [...stored, ...added]
  const free = all.flatMap((image, index) => (image.named ? [index + 1] : []))
  const kept = new Map(stored.flatMap((image, index) => (image.named ? [] : [[index + 1, image] as const])))
  const asking = all
    .flatMap((image) => {
      const part = image.named && positionPart(image.named)
      const position = part?.image.position
      if (!part || position === undefined) return []
      if (!kept.has(position)) return [{ image, part, position }]
      warnOfPosition(part, position)
      return []
    })
    .sort((a, b) => a.position - b.position || a.part.row.number - b.part.row.number)
  const slots = slotsOf(asking, free)
  const placed = new Map([...kept, ...asking.map(({ image }, index) => [slots[index] ?? 0, image] as const)])
  const isPlaced = new Set(placed.values())
  // New images whose requested position is taken come last.
  const others = all
    .filter((image) => !isPlaced.has(image))
    .sort((a, b) => Number(isDisplaced(a)) - Number(isDisplaced(b)))
    .values()
  return all.map((_, index) => placed.get(index + 1) ?? nextOf(others))
}

function isDisplaced({ stored, named }: Placeable): boolean {
  return !stored && named !== undefined && positionPart(named) !== undefined
}

function asksForPlace(image: NamedImage): boolean {
  return positionPart(image) !== undefined
}

function toPlaced({ stored, named }: Placeable, position: number, clearsAlt: boolean): PlacedImage {
  const keptAlt = named && clearsAlt ? '' : (stored?.alt ?? '')
  return {
    stored,
    named,
    position,
    url: (named?.isReplacement ? undefined : stored?.url) ?? named?.parts.find(isApplied)?.image.url ?? '',
    alt: asStored(stored?.alt, (named && altPart(named)?.image.alt) ?? keptAlt),
  }
}

/** The part whose `image_position` counts; undefined if none has one. */
export function positionPart({ parts }: NamedImage): RowPart | undefined {
  return partWith(parts, 'position')
}

/** The part whose `image_alt` counts. */
export function altPart({ parts }: NamedImage): RowPart | undefined {
  return partWith(parts, 'alt')
}

function partWith(parts: RowPart[], field: 'position' | 'alt'): RowPart | undefined {
  return parts.find((part) => part.image[field] !== undefined && isApplied(part))
}

export function isApplied({ row }: RowPart): boolean {
  return isValid(row)
}

/** A free position for each request; requests must be sorted by position. */
function slotsOf(asking: { part: RowPart; position: number }[], free: number[]): number[] {
  const slots: number[] = []
  let at = 0
  asking.forEach(({ part, position }, index) => {
    const before = asking[index - 1]
    if (before?.position === position) {
      warnOfPosition(part, position, before.part.row.number)
    }
    while (at < free.length && (free[at] ?? 0) < position) at++
    slots.push(at++)
  })
  let last = free.length - 1
  for (let index = slots.length - 1; index >= 0; index--) {
    slots[index] = Math.min(slots[index] ?? last, last)
    last = (slots[index] ?? last) - 1
  }
  return slots.map((slot) => free[slot] ?? 0)
}

/** `asking`: the row that has the position; undefined for an image that the file does not name. */
function warnOfPosition({ row }: RowPart, position: number, asking?: number): void {
  addIssue(
    row.warnings,
    issue(
      'image_position',
      'position_taken',
      String(position),
      asking === undefined ? { case: 'kept', position } : { case: 'row', position, row: asking },
    ),
  )
}

function nextOf<Item>(items: Iterator<Item>): Item {
  const next = items.next()
  if (next.done) throw new Error('fewer images than positions')
  return next.value
}
