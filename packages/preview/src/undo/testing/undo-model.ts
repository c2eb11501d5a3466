import {
  imageColumns,
  normalizeImageUrl,
  plainCell,
  productColumns,
  productFields,
  variantColumns,
  variantFields,
} from '@catalog/catalog'
import type { Column } from '@catalog/catalog'
import { toSlice } from '../../../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../../../test/support/preview/apply-plan.ts'

/** Every field of a catalog, as the canonical file writes it: by entity, then by column. */
export type Fields = Map<string, EntityFields>

export interface EntityFields {
  productId: string
  entity: 'product' | 'variant' | 'image'
  cells: Map<string, string>
}

export function fieldsOf(catalog: MemoryCatalog): Fields {
  const fields: Fields = new Map()
  for (const product of toSlice(catalog).products.values()) {
    const { productId, metadata } = product
    const own = cellsOf(productColumns, productFields(product))
    for (const [key, value] of Object.entries(metadata)) own.set(`metadata.${key}`, value)
    fields.set(productId, { productId, entity: 'product', cells: own })
    for (const variant of product.variants) {
      const cells = cellsOf(variantColumns, variantFields(variant))
      // By id: an image with a changed URL is the same image.
      cells.set('variant_image_url', catalog.variants.get(variant.variantId)?.imageId ?? '')
      fields.set(variant.variantId, { productId, entity: 'variant', cells })
    }
    for (const image of product.images) {
      fields.set(image.imageId, { productId, entity: 'image', cells: cellsOf(imageColumns, image) })
    }
  }
  return fields
}

function cellsOf<Entity>(columns: Column<Entity>[], fields: Entity): Map<string, string> {
  return new Map(columns.map((column) => [column.name, plainCell(column, fields)]))
}

/** A run in the model: every field directly before and after it. */
export interface ModelRun {
  before: Fields
  after: Fields
}

/**
 * Checks the catalog after an undo (`to`) against the one before the undo (`from`). Throws if a field has neither the
 * value from before the run nor one that has to stay.
 */
export function checkUndone({ before, after }: ModelRun, from: Fields, to: Fields): void {
  // Images may have another order.
  if ([...from.keys()].sort().join() !== [...to.keys()].sort().join())
    throw new Error('an undo added or removed something')
  for (const [id, { entity, productId, cells }] of to) {
    const was = before.get(id)
    const wrote = after.get(id)
    const is = from.get(id)?.cells ?? new Map<string, string>()
    const isNew = was === undefined && wrote !== undefined
    const isArchived =
      isNew && entity === 'product' && equalCells(ofProduct(from, productId), ofProduct(after, productId))
    for (const column of new Set([...is.keys(), ...cells.keys()])) {
      const got = cells.get(column) ?? ''
      const stays = is.get(column) ?? ''
      if (isNew && column === 'image_position') continue
      if (isArchived && column === 'status') {
        if (got !== 'archived') throw new Error('an added product was not archived')
        continue
      }
      const old = was?.cells.get(column) ?? ''
      const written = wrote?.cells.get(column) ?? ''
      const goesBack = was !== undefined && old !== written && stays === written
      if (got === (goesBack ? old : stays)) continue
      const place = { id, productId, column, old }
      if (goesBack && got === stays && mustStay(place, { before, after }, from, to)) continue
      throw new Error(`${column} was ${old}, ${written} was written, it is ${stays}, and became ${got}`)
    }
  }
}

/**
 * Whether restoring a field that nobody has changed since would break the catalog, or replace a variant's picture that the
 * run did not give it, or by one that it did not have.
 */
function mustStay(
  { id, productId, column, old }: { id: string; productId: string; column: string; old: string },
  { before, after }: ModelRun,
  from: Fields,
  to: Fields,
): boolean {
  const others = [...to].filter(([other]) => other !== id)
  if (column === 'variant_sku') return others.some(([, { cells }]) => cells.get(column) === old)
  if (column === 'image_url') {
    return others.some(
      (entry) =>
        entry[1].productId === productId &&
        entry[1].entity === 'image' &&
        normalizeImageUrl(entry[1].cells.get(column) ?? '') === normalizeImageUrl(old),
    )
  }
  if (column === 'variant_image_url') {
    const shown = from.get(id)?.cells.get(column)
    return urlOf(shown, after) !== urlOf(shown, from) || urlOf(old, before) !== urlOf(old, to)
  }
  if (column === 'image_position') {
    return [...before].some(([other, { productId: ofOther, cells }]) => {
      const wrote = after.get(other)?.cells.get(column)
      return (
        ofOther === productId && cells.get(column) !== wrote && from.get(other)?.cells.get(column) !== wrote
      )
    })
  }
  if (!column.startsWith('option')) return false
  const wanted = new Map(to)
  for (const [other, { cells }] of ofProduct(from, productId)) {
    const restored = new Map(to.get(other)?.cells)
    for (const name of restored.keys()) {
      const was = before.get(other)?.cells.get(name)
      const wrote = after.get(other)?.cells.get(name)
      if (name.startsWith('option') && was !== undefined && was !== wrote && cells.get(name) === wrote) {
        restored.set(name, was)
      }
    }
    const entry = to.get(other)
    if (entry) wanted.set(other, { ...entry, cells: restored })
  }
  return !haveFittingOptions(ofProduct(wanted, productId))
}

function urlOf(imageId: string | undefined, fields: Fields): string | undefined {
  return normalizeImageUrl(fields.get(imageId ?? '')?.cells.get('image_url') ?? '')
}

function haveFittingOptions(entities: [string, EntityFields][]): boolean {
  const names = entities
    .filter(([, { entity }]) => entity === 'product')
    .flatMap(([, { cells }]) => [1, 2, 3].map((number) => cells.get(`option${number}_name`) ?? ''))
  const count = names.filter(Boolean).length
  if (names.slice(0, count).includes('')) return false
  const values = entities
    .filter(([, { entity }]) => entity === 'variant')
    .map(([, { cells }]) => [1, 2, 3].map((number) => cells.get(`option${number}_value`) ?? ''))
  const fit = values.every((ofVariant) => ofVariant.every((value, index) => (value !== '') === index < count))
  return fit && new Set(values.map((ofVariant) => JSON.stringify(ofVariant))).size === values.length
}

function ofProduct(fields: Fields, productId: string): [string, EntityFields][] {
  return [...fields].filter(([, entity]) => entity.productId === productId)
}

function equalCells(one: [string, EntityFields][], other: [string, EntityFields][]): boolean {
  const byId = (entities: [string, EntityFields][]) =>
    new Map(entities.map(([id, { cells }]) => [id, JSON.stringify([...cells])]))
  const others = byId(other)
  return one.length === others.size && [...byId(one)].every(([id, cells]) => others.get(id) === cells)
}

/** Each field that differs, in the form of a preview's changes, except those that previews leave out. */
export function changesBetween(from: Fields, to: Fields): string[] {
  return [...to].flatMap(([id, { entity, cells }]) => {
    const was = from.get(id)?.cells ?? new Map<string, string>()
    return [...new Set([...was.keys(), ...cells.keys()])]
      .filter((column) => column !== 'image_position' && column !== 'variant_image_url')
      .filter((column) => (was.get(column) ?? '') !== (cells.get(column) ?? ''))
      .map((column) => `${entity} ${column}: ${was.get(column) ?? ''} → ${cells.get(column) ?? ''}`)
  })
}
