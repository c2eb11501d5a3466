import { addIssue } from '@catalog/dialects'
import { issue, isValid } from './file-row.ts'
import type { FileRow } from './file-row.ts'
import type { Group, PreviewContext } from './group.ts'
import type { VariantMatch } from './match-variants.ts'
import { isApplied } from './place-images.ts'
import type { NamedImage } from './place-images.ts'
import type { GroupParts } from './plan-group.ts'
import { resolveMetadata } from './product-cells.ts'
import type { ProductCells } from './product-cells.ts'

/** As many as Shopify has at most. */
export const maxVariants = 2_048
export const maxImages = 250
/** UTF-8 bytes of the keys and values of a product's metadata. */
export const maxMetadataBytes = 256 * 1024

/**
 * Refuses a product that would become larger than one may be, at the row that adds what is too much. One that is stored
 * and larger can be changed, as long as it does not grow.
 */
export function refuseLarge(
  group: Group,
  { cells, match, images }: GroupParts,
  context: PreviewContext,
): void {
  refuseVariants(group, match)
  refuseImages(group, images)
  refuseMetadata(group, cells, context)
}

function refuseVariants({ existing }: Group, { variants }: VariantMatch): void {
  const added = variants.filter(({ stored, part }) => stored === undefined && isValid(part.row))
  const before = existing?.variants.length ?? 0
  const count = before + added.length
  const row = firstBeyond(
    maxVariants - before,
    added.map(({ part }) => part.row),
  )
  if (!row) return
  addIssue(
    row.productErrors,
    issue(null, 'too_many_variants', null, { case: 'of_product', limit: maxVariants, count }),
  )
}

function refuseImages({ existing }: Group, images: NamedImage[]): void {
  const rows = images.flatMap(({ stored, parts }) => (stored ? [] : (parts.find(isApplied)?.row ?? [])))
  const before = existing?.images.length ?? 0
  const count = before + rows.length
  const row = firstBeyond(maxImages - before, rows)
  if (!row) return
  addIssue(
    row.productErrors,
    issue('image_url', 'too_many_images', null, { case: 'images', limit: maxImages, count }),
  )
}

/** The row with the first of these that is beyond the room that is left. */
function firstBeyond(room: number, rows: FileRow[]): FileRow | undefined {
  return rows[Math.max(0, room)]
}

function refuseMetadata({ existing }: Group, cells: ProductCells, context: PreviewContext): void {
  const key = [...cells.metadata.keys()].at(-1)
  if (key === undefined) return
  const stored = existing?.metadata ?? {}
  const storedBytes = bytesOf(Object.entries(stored))
  // Of almost every product, both together are small, and what replaces what need not be known.
  if (storedBytes + bytesOf(cells.metadata) <= maxMetadataBytes) return
  const bytes = bytesOf(resolveMetadata(stored, cells, context))
  if (bytes <= Math.max(maxMetadataBytes, storedBytes)) return
  const column = context.metadataName(key)
  const row = cells.sources.get(column)
  if (!row) throw new Error('a value of the file has no row that it comes from')
  const limit = maxMetadataBytes / 1024
  const count = Math.ceil(bytes / 1024)
  addIssue(row.productErrors, issue(column, 'too_much_metadata', null, { case: 'metadata', limit, count }))
}

function bytesOf(metadata: Iterable<[key: string, value: string]>): number {
  let bytes = 0
  for (const [key, value] of metadata) bytes += key.length + Buffer.byteLength(value)
  return bytes
}
