import type { DraftRow } from '@catalog/contracts'
import { appliedChanges } from './facets.ts'

/** A price before and after, in the form of the canonical file. */
export interface PriceChange {
  before: string
  after: string
  /** The ratio of the two prices, at least 1: the same for half and for double. */
  factor: number
}

/** The changed price with the largest ratio; the first of equal ones. */
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

/** The percentage by which the price rises or falls; null if it was 0. */
export function percentageOf({ before, after }: PriceChange): number | null {
  const was = Number(before)
  return was === 0 ? null : ((Number(after) - was) / was) * 100
}

function factorOf(before: number, after: number): number {
  if (before === 0 || after === 0) return Infinity
  // Rounded, because two changes of 4 % may differ in the last digits.
  return Number(Math.max(before / after, after / before).toPrecision(9))
}
