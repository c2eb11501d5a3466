import { brief } from '@catalog/catalog'
import type { Restoration, RestoredVariant } from './restore-product.ts'
import type { UndoRows } from './undo-rows.ts'

/**
 * Restores a SKU only if it is free then: if another variant has it and does not give it up in the same undo, both keep
 * their current SKUs. `skuHolders`: by SKU, the variant that has it now.
 */
export function keepTakenSkus(
  restorations: Restoration[],
  skuHolders: Map<string, string>,
  rows: UndoRows,
): void {
  const waiting = new Map<string, { restoration: Restoration; variant: RestoredVariant }>()
  for (const restoration of restorations) {
    for (const variant of restoration.variants) {
      if (variant.fields.sku !== undefined) waiting.set(variant.written.variantId, { restoration, variant })
    }
  }
  // By variant, the one that waits for its SKU.
  const waitingFor = new Map<string, string>()
  for (const [variantId, { variant }] of waiting) {
    const holder = skuHolders.get(variant.fields.sku ?? '')
    if (holder !== undefined && holder !== variantId) waitingFor.set(holder, variantId)
  }
  const holders = [...waitingFor.keys()].filter((holder) => !waiting.has(holder))
  for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
    const variantId = waitingFor.get(holder)
    const kept = variantId === undefined ? undefined : waiting.get(variantId)
    if (variantId === undefined || !kept) continue
    const { restoration, variant } = kept
    const { written, stored, fields } = variant
    rows.warn(rows.atVariant(written.row, restoration.product, stored), 'changed_since', {
      column: 'variant_sku',
      value: stored.sku,
      parameters: { case: 'sku', sku: brief(fields.sku ?? '') },
    })
    delete fields.sku
    waiting.delete(variantId)
    // This variant keeps its SKU, for which another one may wait.
    holders.push(variantId)
  }
}
