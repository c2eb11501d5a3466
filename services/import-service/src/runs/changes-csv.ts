import { guard, imageColumns, plainCell, productColumns, variantColumns, writeCsv } from '@catalog/catalog'
import type { Column } from '@catalog/catalog'
import type { Entity } from '@catalog/contracts'
import { productFieldsOf, variantFieldsOf } from '@catalog/preview'
import type { ImportPlan, PlannedProduct } from '@catalog/preview'

/** Promised: docs/compatibility.md. */
export const changesHeader = ['row', 'handle', 'sku', 'entity', 'field', 'before', 'after']

/**
 * One changed field of one product, variant or image. Values are formatted as in the canonical CSV; `before` is empty
 * for a new one.
 */
interface ChangedField {
  row: number
  productId: string
  entity: Entity
  field: string
  before: string
  after: string
}

/** Lines in one yielded part. */
const linesPerPart = 1_000

/** All changes of a run as CSV, in the order of its file. `handles`: by id, the handles of all its products. */
export function* changesCsv(plan: ImportPlan, handles: Map<string, string>): Generator<Uint8Array> {
  const skus = new Map<number, string>()
  for (const { row, sku, before } of [...plan.variants.updates, ...plan.variants.adds]) {
    skus.set(row, skus.get(row) || sku || (before?.sku ?? ''))
  }
  const changes = changedFields(plan).sort((one, other) => one.row - other.row)
  yield Buffer.from(writeCsv([changesHeader]))
  for (let start = 0; start < changes.length; start += linesPerPart) {
    const lines = changes
      .slice(start, start + linesPerPart)
      .map(({ row, productId, entity, field, before, after }) => [
        String(row),
        guard(handles.get(productId) ?? ''),
        guard(skus.get(row) ?? ''),
        entity,
        field,
        before,
        after,
      ])
    yield Buffer.from(writeCsv(lines, { bom: false }))
  }
}

function changedFields({ products, variants, images }: ImportPlan): ChangedField[] {
  const changes: ChangedField[] = []
  for (const product of [...products.adds, ...products.updates]) {
    const rowOf = (field: string) => product.rows?.[field] ?? product.row
    recordFields('product', productColumns, { ...product, after: productFieldsOf(product) }, changes, rowOf)
    recordMetadata(product, changes, rowOf)
  }
  for (const variant of [...variants.adds, ...variants.updates]) {
    recordFields('variant', variantColumns, { ...variant, after: variantFieldsOf(variant) }, changes)
  }
  for (const image of [...images.adds, ...images.updates]) {
    recordFields('image', imageColumns, { ...image, after: image }, changes)
  }
  return changes
}

function recordFields<Fields>(
  entity: Entity,
  columns: Column<Fields>[],
  planned: { row: number; productId: string; before?: Partial<Fields>; after: Fields },
  changes: ChangedField[],
  rowOf = (_field: string) => planned.row,
): void {
  const { productId, before, after } = planned
  for (const column of columns) {
    if (before && !Object.hasOwn(before, column.field)) continue
    const cell = (fields: Fields) =>
      column.format.kind === 'number' ? plainCell(column, fields) : guard(plainCell(column, fields))
    const is = cell(after)
    if (!before && is === '') continue
    changes.push({
      row: rowOf(column.name),
      productId,
      entity,
      field: column.name,
      before: before ? cell({ ...after, ...before }) : '',
      after: is,
    })
  }
}

function recordMetadata(
  { productId, before, metadata, metadataBefore }: PlannedProduct,
  changes: ChangedField[],
  rowOf: (field: string) => number,
): void {
  const after = new Map(Object.entries(metadata))
  const was = new Map(Object.entries(metadataBefore ?? {}))
  for (const key of before ? was.keys() : after.keys()) {
    const field = `metadata.${key}`
    changes.push({
      row: rowOf(field),
      productId,
      entity: 'product',
      field,
      before: guard(was.get(key) ?? ''),
      after: guard(after.get(key) ?? ''),
    })
  }
}
