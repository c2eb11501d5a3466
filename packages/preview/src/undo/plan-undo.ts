import { fileWarning } from '@catalog/catalog'
import { productFields } from '@catalog/catalog'
import type { StoredProduct } from '@catalog/catalog'
import { everything } from '@catalog/contracts'
import type { DraftRow, FileWarning } from '@catalog/contracts'
import { keptFields, leavingOut } from '../choice.ts'
import { noFormer } from '../compare-versions.ts'
import type { CompareVersions } from '../compare-versions.ts'
import { TallyBuilder } from '../tally.ts'
import { emptyPlan, toPlannedProduct, versionOf } from '../plan.ts'
import type { ImportPlan } from '../plan.ts'
import { ProductListBuilder } from '../product-list-builder.ts'
import { countClears } from '../changes.ts'
import type { PreviewOptions } from '../preview-table.ts'
import type { Preview } from '../types.ts'
import { isAsAdded } from './as-added.ts'
import { keepFields, partsOf, rowsOf } from './product-parts.ts'
import type { ProductPart } from './product-parts.ts'
import { keepTakenSkus } from './keep-taken-skus.ts'
import { restoreProduct } from './restore-product.ts'
import { writeRestored } from './write-restored.ts'
import { toTalliedRow, UndoRows } from './undo-rows.ts'
import type { UndoRow } from './undo-rows.ts'

/** The current catalog, as far as a run wrote to it. */
export interface UndoCatalog {
  /** By id. */
  products: Map<string, StoredProduct>
  /** By SKU, the id of the variant that has it now, for the SKUs that are to be restored (`skusBefore`). */
  skuHolders: Map<string, string>
}

/** The SKUs that the run removed from variants, each with its variant. */
export function skusBefore(run: ImportPlan): { sku: string; variantId: string }[] {
  return run.variants.updates.flatMap(({ variantId, before }) =>
    before?.sku ? [{ sku: before.sku, variantId }] : [],
  )
}

/**
 * A plan that restores what a run changed (design.md §10): a field that still has the run's value gets its previous
 * one, and an added product is archived if it still is as the run left it. Fields that were changed since keep their
 * values, and added variants and images stay (INV-10); their rows say so.
 */
export function planUndo(
  run: ImportPlan,
  { products, skuHolders }: UndoCatalog,
  { choice = everything, compare = noFormer }: Pick<PreviewOptions, 'choice' | 'compare'> = {},
): Preview {
  const plan = emptyPlan()
  const rows = new UndoRows()
  const kept = keptFields(choice)
  const isLeftOut = leavingOut(choice)
  const all = partsOf(run).map((part) => ({ part, product: storedOf(part, products) }))
  const { left = [], parts = [] } = Object.groupBy(all, ({ product }) =>
    isLeftOut(product.handle, true) ? 'left' : 'parts',
  )
  for (const { part, product } of left) for (const row of rowsOf(part)) rows.leaveOut(row, product)
  if (kept) for (const { part } of parts) keepFields(part, kept)
  const restorations = parts
    .filter(({ part }) => !part.added)
    .map(({ part, product }) => restoreProduct(part, product, rows))
  keepTakenSkus(restorations, skuHolders, rows)
  for (const restoration of restorations) writeRestored(restoration, plan, rows)
  for (const { part, product } of parts)
    if (part.added) archiveAdded(part, product, plan, rows, kept?.has('status'))
  return toPreview(
    plan,
    rows,
    all.map(({ product }) => product),
    compare,
  )
}

function storedOf({ productId }: ProductPart, products: Map<string, StoredProduct>): StoredProduct {
  const product = products.get(productId)
  if (!product) throw new Error('a product that a run has written is not in the catalog')
  return product
}

function archiveAdded(
  part: ProductPart,
  product: StoredProduct,
  plan: ImportPlan,
  rows: UndoRows,
  keepsStatus = false,
): void {
  const { added } = part
  if (!added) return
  const row = rows.at(added.row, product)
  if (!isAsAdded(part, product)) {
    rows.warn(row, 'changed_since', { parameters: { case: 'product' } })
    plan.seen.push(versionOf(product, true))
    return
  }
  const { status, handle, productId, metadata } = product
  if (keepsStatus || status === 'archived') {
    plan.seen.push(versionOf(product, true))
    return
  }
  row.changes.push({ entity: 'product', field: 'status', before: status, after: 'archived' })
  const fields = { ...productFields(product), status: 'archived' as const }
  const planned = toPlannedProduct({ productId, handle, row: added.row }, fields, metadata)
  plan.products.updates.push({ ...planned, before: { status } })
  plan.touched.push(versionOf(product, true))
}

function toPreview(
  plan: ImportPlan,
  undoRows: UndoRows,
  products: StoredProduct[],
  compare: CompareVersions,
): Preview {
  const rows = undoRows.toRows()
  const updates = rows.filter(({ kind }) => kind === 'update').length
  const counted = tallyOf(plan, undoRows, products, compare)
  const counts = {
    adds: 0,
    updates,
    unchanged: rows.length - updates - counted.tally.left_out,
    errors: 0,
    clears: countAllClears(rows),
  }
  return {
    counts,
    ...counted,
    productCount: products.length,
    named: null,
    rows,
    warnings: warningsOf(undoRows),
    plan,
  }
}

/** Nothing of an undo is new or fails; a product of which nothing can be restored may have no rows. */
function tallyOf(
  plan: ImportPlan,
  undoRows: UndoRows,
  products: StoredProduct[],
  compare: CompareVersions,
): Pick<Preview, 'tally' | 'products'> {
  const parts = new Map(partsOf(plan).map((part) => [part.productId, part]))
  const byHandle = undoRows.byHandle()
  const tally = new TallyBuilder({ hasStock: false })
  const list = new ProductListBuilder()
  for (const stored of inFileOrder(products, byHandle)) {
    const rows = (byHandle.get(stored.handle) ?? []).map(toTalliedRow)
    const compared = compare(stored.handle, stored, true)
    const outcome = tally.addProduct(rows, { isNew: false, wasChanged: compared.wasChanged })
    const part = parts.get(stored.productId)
    list.add({ handle: stored.handle, title: undefined, stored, part, rows, compared }, outcome)
  }
  return { tally: tally.toTally(), products: list.toList() }
}

/** Products without rows come last. */
function inFileOrder(products: StoredProduct[], rows: Map<string, UndoRow[]>): StoredProduct[] {
  const firstOf = ({ handle }: StoredProduct) => rows.get(handle)?.[0]?.row ?? Number.MAX_SAFE_INTEGER
  return products.toSorted((one, other) => firstOf(one) - firstOf(other))
}

function countAllClears(rows: DraftRow[]): number {
  return rows.reduce((sum, { changes }) => sum + countClears(changes), 0)
}

function warningsOf({ warned: { changed_since: changed, kept } }: UndoRows): FileWarning[] {
  return [
    ...(changed > 0 ? [fileWarning('changed_since', { case: 'count', count: changed })] : []),
    ...(kept > 0 ? [fileWarning('kept', { case: 'count', count: kept })] : []),
  ]
}
