import { imageColumns, metadataKey, productColumns, variantColumns } from '@catalog/catalog'
import type { Column } from '@catalog/catalog'
import type { Choice } from '@catalog/contracts'
import type { FileRow, RowPart } from './file-row.ts'
import type { Group, KeptFields, PreviewContext, SetAside } from './group.ts'
import type { NamedImage } from './place-images.ts'

/** Undefined if the choice keeps none. If the images are kept, so are the variants' pictures. */
export function keptFields({ without_fields: names }: Choice): KeptFields | undefined {
  if (names.length === 0) return undefined
  const kept = new Set(names)
  if (kept.has('image_url')) for (const name of [...imagesNames, 'variant_image_url']) kept.add(name)
  const ofKept = <Fields>(columns: Column<Fields>[]) => columns.filter(({ name }) => kept.has(name))
  return {
    product: ofKept(productColumns),
    variant: ofKept(variantColumns),
    image: ofKept(imageColumns),
    has: (column) =>
      column !== null && (kept.has(column) || (kept.has('metadata.*') && metadataKey(column) !== undefined)),
  }
}

const imagesNames = imageColumns.map(({ name }) => name)

/** Says whether the choice leaves out a product. */
export function leavingOut({
  products,
  without_handles: handles,
}: Choice): (handle: string, exists: boolean) => boolean {
  const unwanted = new Set(handles)
  return (handle, exists) =>
    (products === 'existing' && !exists) || (products === 'new' && exists) || unwanted.has(handle)
}

/** Leaves out the row; one with errors keeps these. */
export function leaveOut(row: FileRow): void {
  row.isLeftOut = true
  row.changes = []
  row.entities = []
  row.images = new Set()
  row.adds = false
  if (row.errors.length === 0) row.warnings = []
}

/** Removes the product's own cells in columns that it keeps; returns the context without these columns. */
export function keepOfProduct(group: Group, context: PreviewContext, kept: KeptFields): PreviewContext {
  const emptied = new Set<FileRow>()
  for (const part of group.parts) if (removeCells(part, kept)) emptied.add(part.row)
  for (const row of group.rows)
    row.productErrors = row.productErrors.filter(({ column }) => !kept.has(column))
  const { columns } = context
  return {
    ...context,
    columns: {
      product: without(columns.product, kept.product),
      metadata: columns.metadata.filter((key) => !kept.has(context.metadataName(key))),
      variant: without(columns.variant, kept.variant),
      image: without(columns.image, kept.image),
    },
    emptied,
  }
}

function removeCells(part: RowPart, kept: KeptFields): boolean {
  const { product, metadata } = part
  let isEmptied = false
  for (const { field } of product ? kept.product : []) {
    if (product?.[field] === undefined) continue
    product[field] = undefined
    isEmptied = true
  }
  for (const key of metadata?.keys() ?? [])
    if (kept.has(`metadata.${key}`)) isEmptied = metadata?.delete(key) ?? isEmptied
  if (!kept.has('image_url')) return isEmptied
  isEmptied ||= part.isImage
  part.isImage = false
  part.image = { url: undefined, position: undefined, alt: undefined }
  part.variant.imageUrl = undefined
  return isEmptied
}

function without<Fields>(fields: Set<keyof Fields>, kept: Column<Fields>[]): Set<keyof Fields> {
  const names = new Set(kept.map(({ field }) => field))
  return new Set([...fields].filter((field) => !names.has(field)))
}

/** Removes texts of stored images that keep these, and positions: a new image comes last. */
export function keepOfImages(images: NamedImage[], { image: kept }: KeptFields): void {
  for (const { field } of kept) {
    for (const { stored, parts } of images)
      if (stored || field === 'position') for (const { image } of parts) image[field] = undefined
  }
}

/** Sets aside what is wrong with the cells of variants in columns that they keep. */
export function setAside({ rows }: Group, kept: KeptFields): SetAside {
  const aside: SetAside = new Map()
  for (const row of rows) {
    const errors = row.errors.filter(({ column }) => kept.has(column))
    const warnings = row.warnings.filter(({ column }) => kept.has(column))
    if (errors.length + warnings.length === 0) continue
    aside.set(row, { errors, warnings })
    row.errors = row.errors.filter(({ column }) => !kept.has(column))
    row.warnings = row.warnings.filter(({ column }) => !kept.has(column))
  }
  return aside
}
