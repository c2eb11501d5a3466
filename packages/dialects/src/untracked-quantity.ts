import type { CanonicalRow } from './dialect.ts'
import { addIssue, issueOf } from './row-issues.ts'

/**
 * No quantity, because the file says that the inventory is not tracked; with a warning if it has one. `tracker`: the
 * cell that says so, and the word there that would make the shop system track it.
 */
export function untrackedQuantity(
  row: CanonicalRow,
  quantity: string,
  tracker?: { cell: string; word: string },
): '' {
  row.warnings = row.warnings.filter(({ code }) => code !== 'quantity_missing')
  // Exports write 0 if inventory is not tracked; a blank cell is 0 as well.
  if (Number(quantity) !== 0) {
    addIssue(
      row.warnings,
      issueOf(
        'variant_inventory_quantity',
        'inventory_not_tracked',
        quantity,
        tracker && { case: 'cell', ...tracker },
      ),
    )
  }
  return ''
}

/**
 * A quantity by whether the shop system counts the stock, undefined if the file does not say. Warns if it does and the
 * quantity is not in the file, since a new variant is then sold out.
 */
export function quantityIfCounted(
  row: CanonicalRow,
  quantity: string,
  isCounted: boolean | undefined,
  tracker?: { cell: string; word: string },
): string {
  if (isCounted === false) return untrackedQuantity(row, quantity, tracker)
  const isKnown = row.warnings.some(({ code }) => code === 'quantity_missing')
  if (isCounted && quantity === '' && !isKnown) {
    addIssue(
      row.warnings,
      issueOf(
        'variant_inventory_quantity',
        'quantity_missing',
        '',
        tracker && { case: 'cell', cell: tracker.cell },
      ),
    )
  }
  return quantity
}
