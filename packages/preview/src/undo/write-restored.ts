import {
  imageColumns,
  plainCell,
  productColumns,
  productFields,
  variantColumns,
  variantFields,
} from '@catalog/catalog'
import type { Column, StoredImage, StoredProduct } from '@catalog/catalog'
import type { Entity } from '@catalog/contracts'
import { changesStock, toPlannedProduct, toPlannedVariant, versionOf } from '../plan.ts'
import type { ImportPlan } from '../plan.ts'
import { imageKey, restoredImages, rowOf } from './restore-product.ts'
import type { Restoration, RestoredImage } from './restore-product.ts'
import type { UndoRow, UndoRows } from './undo-rows.ts'

/** Adds restored fields to the plan, and records them on the rows. */
export function writeRestored(restoration: Restoration, plan: ImportPlan, rows: UndoRows): void {
  const { part, product } = restoration
  const isChanged = writeProduct(restoration, plan, rows)
  const hasImages = writeImages(restoration, plan, rows)
  const hasVariants = writeVariants(restoration, plan, rows)
  const versions = isChanged || hasVariants || hasImages ? plan.touched : plan.seen
  versions.push(versionOf(product, part.variants.updated.some(changesStock)))
}

function writeProduct(
  { part, product, fields, metadata }: Restoration,
  plan: ImportPlan,
  rows: UndoRows,
): boolean {
  const written = part.updated
  if (!written || (Object.keys(fields).length === 0 && metadata.size === 0)) return false
  const current = productFields(product)
  const after = { ...current, ...fields }
  recordRestored('product', productColumns, current, after, (column) =>
    rows.at(rowOf(written, column), product),
  )
  const stored = new Map(Object.entries(product.metadata))
  const wanted = new Map(stored)
  for (const [key, value] of metadata) {
    const field = `metadata.${key}`
    const change = { entity: 'product' as const, field, before: stored.get(key) ?? '', after: value ?? '' }
    rows.at(rowOf(written, field), product).changes.push(change)
    if (value === null) wanted.delete(key)
    else wanted.set(key, value)
  }
  const place = { productId: product.productId, handle: product.handle, row: written.row }
  const before = formerOf(current, fields)
  const metadataBefore = [...metadata.keys()].map((key) => [key, stored.get(key) ?? null] as const)
  plan.products.updates.push({
    ...toPlannedProduct(place, after, Object.fromEntries(wanted)),
    before,
    ...(metadata.size > 0 && { metadataBefore: Object.fromEntries(metadataBefore) }),
    ...(written.rows && { rows: written.rows }),
  })
  return true
}

function writeVariants(restoration: Restoration, plan: ImportPlan, rows: UndoRows): boolean {
  const { product, variants } = restoration
  const { ids, urls } = restoredImages(restoration)
  const shown = new Map<string | undefined, StoredImage>(
    product.images.map((image) => [image.imageId, image]),
  )
  let isChanged = false
  for (const { written, stored, fields } of variants) {
    const wanted = fields.imageUrl
    const imageId = typeof wanted === 'string' ? ids.get(imageKey(wanted)) : undefined
    if (typeof wanted === 'string') {
      if (imageId === undefined) throw new Error('an image that a variant had is not in the catalog')
      fields.imageUrl = urls.get(imageId) ?? wanted
    }
    const current = variantFields(stored)
    if (current.imageUrl !== null) {
      const currentId = ids.get(imageKey(current.imageUrl))
      if (currentId === undefined) throw new Error('an image that a variant has is not in the catalog')
      current.imageUrl = urls.get(currentId) ?? current.imageUrl
    }
    if (Object.keys(fields).length === 0) continue
    const after = { ...current, ...fields }
    const { variantId, position } = stored
    const row = rows.atVariant(written.row, product, stored)
    const { index = 0 } = row.variants.get(variantId) ?? {}
    recordRestored('variant', variantColumns, current, after, () => row, index)
    if (current.imageUrl !== after.imageUrl) {
      for (const url of [current.imageUrl, after.imageUrl]) {
        const image = url === null ? undefined : shown.get(ids.get(imageKey(url)))
        if (image) row.images.add(image)
      }
    }
    const place = { variantId, productId: product.productId, position, row: written.row }
    const shownId = after.imageUrl === null ? null : (ids.get(imageKey(after.imageUrl)) ?? null)
    plan.variants.updates.push({
      ...toPlannedVariant(place, after, shownId),
      before: formerOf(current, fields),
    })
    isChanged = true
  }
  return isChanged
}

function writeImages({ part, product, images }: Restoration, plan: ImportPlan, rows: UndoRows): boolean {
  const restored = new Map(images.map((image) => [image.written.imageId, image]))
  const written = new Map([...part.images.added, ...part.images.updated].map((one) => [one.imageId, one]))
  const positions = positionsAfter(product, part.images.added, restored)
  let isChanged = false
  for (const stored of product.images) {
    const image = restored.get(stored.imageId)
    const position = positions.get(stored.imageId) ?? stored.position
    const fields = { ...image?.fields, ...(position !== stored.position && { position }) }
    if (Object.keys(fields).length === 0) continue
    const row = written.get(stored.imageId)?.row ?? 0
    const after = { ...stored, ...fields }
    // If an added image only makes room, its row has no change.
    if (image) {
      const undoRow = rows.at(row, product)
      if (recordRestored('image', imageColumns, stored, after, () => undoRow)) undoRow.images.add(stored)
    }
    plan.images.updates.push({
      imageId: stored.imageId,
      productId: product.productId,
      url: after.url,
      normalizedUrl: imageKey(after.url),
      position: after.position,
      alt: after.alt,
      row,
      before: formerOf({ url: stored.url, position: stored.position, alt: stored.alt }, fields),
      ...(after.url !== stored.url && { refetch: 'always' as const }),
    })
    isChanged = true
  }
  return isChanged
}

/** If other images get their previous positions, images that the run added come last, in their order. */
function positionsAfter(
  { images }: StoredProduct,
  added: { imageId: string }[],
  restored: Map<string, RestoredImage>,
): Map<string, number> {
  const positions = new Map<string, number>()
  const isMoved = [...restored.values()].some(({ fields }) => fields.position !== undefined)
  if (!isMoved) return positions
  const isAdded = new Set(added.map(({ imageId }) => imageId))
  let last = 0
  for (const { imageId, position } of images) {
    if (isAdded.has(imageId)) continue
    const wanted = restored.get(imageId)?.fields.position ?? position
    positions.set(imageId, wanted)
    last = Math.max(last, wanted)
  }
  for (const { imageId } of images) if (isAdded.has(imageId)) positions.set(imageId, ++last)
  return positions
}

function recordRestored<Fields>(
  entity: Entity,
  columns: Column<Fields>[],
  current: Fields,
  after: Fields,
  rowFor: (column: string) => UndoRow,
  variant = 0,
): boolean {
  let isChanged = false
  for (const column of columns) {
    const is = plainCell(column, current)
    const was = plainCell(column, after)
    if (is === was) continue
    isChanged = true
    const change = { entity, field: column.name, before: is, after: was, ...(variant > 0 && { variant }) }
    rowFor(column.name).changes.push(change)
  }
  return isChanged
}

/** The current values of the fields to restore: what undoing the undo restores. */
function formerOf<Fields extends object>(current: Fields, restored: Partial<Fields>): Partial<Fields> {
  const former: Partial<Fields> = {}
  for (const field in restored) former[field] = current[field]
  return former
}
