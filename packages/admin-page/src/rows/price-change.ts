import type { DraftRow } from '../api/client.ts'
import { appliedChanges } from './facets.ts'

/** A price before and after, as the canonical file writes them. */
export interface PriceChange {
  before: string
  after: string
  /** How many times larger or smaller it becomes: the same for half and for double. */
  factor: number
}

/** Of the prices that change, the one that becomes most times larger or smaller; the first of equal ones. */
export function largestPriceChange(rows: readonly DraftRow[]): PriceChange | null {
  let largest: PriceChange | null = null
  for (const row of rows) {
    for (const { field, before, after } of appliedChanges(row)) {
      if (field !== 'variant_price' || !before || !after) continue
      const factor = factorOf(Number(before), Number(after))
      if (factor > (largest?.factor ?? 0)) largest = { before, after, factor }
    }
  }
  return largest
}

/** By how many percent the price rises or falls; null from 0, of which nothing is a share. */
export function percentageOf({ before, after }: PriceChange): number | null {
  const was = Number(before)
  return was === 0 ? null : ((Number(after) - was) / was) * 100
}

function factorOf(before: number, after: number): number {
  if (before === 0 || after === 0) return Infinity
  // Without the last digits, by which two changes of 4 % would differ.
  return Number(Math.max(before / after, after / before).toPrecision(9))
}
