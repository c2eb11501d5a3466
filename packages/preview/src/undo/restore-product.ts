import {
  brief,
  imageColumns,
  normalizeImageUrl,
  plainCell,
  productColumns,
  productFields,
  variantColumns,
  variantFields,
} from '@catalog/catalog'
import type {
  Column,
  ProductFields,
  ImageFields,
  StoredImage,
  StoredProduct,
  StoredVariant,
  VariantFields,
} from '@catalog/catalog'
import { productFieldsOf, variantFieldsOf } from '../plan.ts'
import type { PlannedImage, PlannedProduct, PlannedVariant } from '../plan.ts'
import { keyOf } from '../stored-variants.ts'
import type { ProductPart } from './product-parts.ts'
import { restoreFields } from './restore-fields.ts'
import type { UndoRow, UndoRows } from './undo-rows.ts'

/** What to restore in a product that existed before the run. */
export interface Restoration {
  part: ProductPart
  product: StoredProduct
  fields: Partial<ProductFields>
  /** By key; null: the product did not have it. */
  metadata: Map<string, string | null>
  variants: RestoredVariant[]
  images: RestoredImage[]
}

export interface RestoredVariant {
  written: PlannedVariant
  stored: StoredVariant
  fields: Partial<VariantFields>
}

export interface RestoredImage {
  written: PlannedImage
  stored: StoredImage
  fields: Partial<ImageFields>
}

/**
 * Restores each field that still has the run's value; for other fields, and for what the run added, warns on their rows
 * that they stay.
 */
export function restoreProduct(part: ProductPart, product: StoredProduct, rows: UndoRows): Restoration {
  const variants = new Map(product.variants.map((variant) => [variant.variantId, variant]))
  const images = new Map(product.images.map((image) => [image.imageId, image]))
  const restoration: Restoration = {
    part,
    product,
    fields: part.updated ? restoreOwn(part.updated, product, rows) : {},
    metadata: part.updated ? restoreMetadata(part.updated, product, rows) : new Map(),
    variants: part.variants.updated.map((written) =>
      restoreVariant(written, variants.get(written.variantId), product, rows),
    ),
    images: part.images.updated.map((written) =>
      restoreImage(written, images.get(written.imageId), product, rows),
    ),
  }
  keepPositions(restoration, rows)
  keepTakenUrls(restoration, rows)
  keepPictures(restoration, rows)
  keepOptions(restoration, rows)
  for (const { row, variantId } of part.variants.added) {
    const variant = variants.get(variantId)
    recordKept(rows, variant ? rows.atVariant(row, product, variant) : rows.at(row, product), 'variant')
  }
  for (const { row } of part.images.added) recordKept(rows, rows.at(row, product), 'image')
  return restoration
}

function restoreOwn(written: PlannedProduct, product: StoredProduct, rows: UndoRows): Partial<ProductFields> {
  const current = productFields(product)
  const after = productFieldsOf(written)
  const restored = restoreFields(productColumns, { before: written.before ?? {}, after }, current)
  for (const column of restored.changedSince) {
    warnOfChange(rows, rows.at(rowOf(written, column.name), product), column, after, current)
  }
  return restored.fields
}

/** The row number in the run's file that has a field of the product. */
export function rowOf({ row, rows }: PlannedProduct, column: string): number {
  return rows?.[column] ?? row
}

function restoreMetadata(
  written: PlannedProduct,
  product: StoredProduct,
  rows: UndoRows,
): Map<string, string | null> {
  const restored = new Map<string, string | null>()
  const wrote = new Map(Object.entries(written.metadata))
  const current = new Map(Object.entries(product.metadata))
  for (const [key, before] of Object.entries(written.metadataBefore ?? {})) {
    const is = current.get(key) ?? null
    if (is === before) continue
    if (is === (wrote.get(key) ?? null)) {
      restored.set(key, before)
      continue
    }
    const name = `metadata.${key}`
    warnOfTexts(rows, rows.at(rowOf(written, name), product), name, {
      wrote: wrote.get(key) ?? '',
      is: is ?? '',
    })
  }
  return restored
}

function restoreVariant(
  written: PlannedVariant,
  stored: StoredVariant | undefined,
  product: StoredProduct,
  rows: UndoRows,
): RestoredVariant {
  if (!stored) throw new Error('a variant that a run has written is not in the catalog')
  const current = variantFields(stored)
  const after = variantFieldsOf(written)
  const restored = restoreFields(variantColumns, { before: written.before ?? {}, after }, current)
  const row = rows.atVariant(written.row, product, stored)
  for (const column of restored.changedSince) warnOfChange(rows, row, column, after, current)
  return { written, stored, fields: restored.fields }
}

function restoreImage(
  written: PlannedImage,
  stored: StoredImage | undefined,
  product: StoredProduct,
  rows: UndoRows,
): RestoredImage {
  if (!stored) throw new Error('an image that a run has written is not in the catalog')
  const restored = restoreFields(imageColumns, { before: written.before ?? {}, after: written }, stored)
  const row = rows.at(written.row, product)
  for (const column of restored.changedSince) warnOfChange(rows, row, column, written, stored)
  return { written, stored, fields: restored.fields }
}

/** The order of images is restored as a whole, or not at all. */
function keepPositions({ product, images }: Restoration, rows: UndoRows): void {
  const moved = images.filter(({ written }) => written.before?.position !== undefined)
  const restorable = moved.filter(({ fields }) => fields.position !== undefined)
  if (restorable.length === moved.length) return
  for (const { written, fields, stored } of restorable) {
    delete fields.position
    rows.warn(rows.at(written.row, product), 'changed_since', {
      column: 'image_position',
      value: String(stored.position),
      parameters: { case: 'order' },
    })
  }
}

/** Keeps URLs that the product has otherwise: it has each image once. */
function keepTakenUrls({ product, images }: Restoration, rows: UndoRows): void {
  const restored = new Map(images.map(({ written, fields }) => [written.imageId, fields.url]))
  const owners = new Map<string, string>()
  for (const { imageId, url } of product.images) {
    if (restored.get(imageId) === undefined) owners.set(imageKey(url), imageId)
  }
  for (const { written, fields, stored } of images) {
    if (fields.url === undefined || !owners.has(imageKey(fields.url))) continue
    rows.warn(rows.at(written.row, product), 'changed_since', {
      column: 'image_url',
      value: stored.url,
      parameters: { case: 'url', url: brief(fields.url) },
    })
    delete fields.url
  }
}

/** Keeps the pictures of variants whose former one the product does not have, and will not have again. */
function keepPictures(restoration: Restoration, rows: UndoRows): void {
  const { product, variants } = restoration
  if (!variants.some(({ fields }) => fields.imageUrl)) return
  const { ids } = restoredImages(restoration)
  for (const { written, stored, fields } of variants) {
    const { imageUrl } = fields
    if (!imageUrl || ids.has(imageKey(imageUrl))) continue
    rows.warn(rows.atVariant(written.row, product, stored), 'changed_since', {
      column: 'variant_image_url',
      value: stored.imageUrl ?? '',
      parameters: { case: 'picture', url: brief(imageUrl) },
    })
    delete fields.imageUrl
  }
}

/** The images that the product has now and after the undo: their ids by both addresses, and their addresses after it. */
export function restoredImages({ product, images }: Restoration): {
  ids: Map<string, string>
  urls: Map<string, string>
} {
  const ids = new Map(product.images.map(({ url, imageId }) => [imageKey(url), imageId]))
  const urls = new Map(product.images.map(({ url, imageId }) => [imageId, url]))
  for (const { written, fields } of images) {
    if (fields.url === undefined) continue
    ids.set(imageKey(fields.url), written.imageId)
    urls.set(written.imageId, fields.url)
  }
  return { ids, urls }
}

export function imageKey(url: string): string {
  return normalizeImageUrl(url) ?? url
}

const optionNames = ['option1Name', 'option2Name', 'option3Name'] as const
const optionValues = ['option1Value', 'option2Value', 'option3Value'] as const

/** Keeps the names and values of options if they would not fit the variants that the product has now. */
function keepOptions(restoration: Restoration, rows: UndoRows): void {
  const { part, product, fields, variants } = restoration
  const isRestored =
    optionNames.some((field) => field in fields) ||
    variants.some((variant) => optionValues.some((field) => field in variant.fields))
  if (!isRestored || fitTogether(restoration)) return
  const code = part.variants.added.length > 0 ? 'kept' : 'changed_since'
  if (part.updated && optionNames.some((field) => field in fields)) {
    rows.warn(rows.at(rowOf(part.updated, 'option1_name'), product), code, {
      column: 'option1_name',
      parameters: { case: 'options' },
    })
  }
  for (const field of optionNames) delete fields[field]
  for (const { written, stored, fields: ofVariant } of variants) {
    if (!optionValues.some((field) => field in ofVariant)) continue
    rows.warn(rows.atVariant(written.row, product, stored), code, {
      column: 'option1_value',
      parameters: { case: 'options' },
    })
    for (const field of optionValues) delete ofVariant[field]
  }
}

/** Whether every variant has a value for each option and no other, and no two have the same values. */
function fitTogether({ product, fields, variants }: Restoration): boolean {
  const after = { ...productFields(product), ...fields }
  const names = optionNames.map((field) => after[field])
  const count = names.filter((name) => name !== '').length
  if (names.slice(0, count).includes('')) return false
  const restored = new Map(variants.map(({ written, fields: ofVariant }) => [written.variantId, ofVariant]))
  const keys = product.variants.map((variant) => {
    const of = { ...variantFields(variant), ...restored.get(variant.variantId) }
    const values = optionValues.map((field) => of[field])
    const fits = values.every((value, index) => (value !== '') === index < count)
    return fits ? keyOf(values.slice(0, count)) : undefined
  })
  return !keys.includes(undefined) && new Set(keys).size === keys.length
}

function recordKept(rows: UndoRows, row: UndoRow, entity: 'variant' | 'image'): void {
  rows.warn(row, 'kept', {
    parameters: { case: entity },
  })
}

function warnOfChange<Fields>(
  rows: UndoRows,
  row: UndoRow,
  column: Column<Fields>,
  after: Fields,
  current: Fields,
): void {
  warnOfTexts(rows, row, column.name, { wrote: plainCell(column, after), is: plainCell(column, current) })
}

function warnOfTexts(
  rows: UndoRows,
  row: UndoRow,
  column: string,
  { wrote, is }: { wrote: string; is: string },
): void {
  rows.warn(row, 'changed_since', {
    column,
    value: is,
    parameters: { case: 'value', before: brief(wrote), after: brief(is) },
  })
}
