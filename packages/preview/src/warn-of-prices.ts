import type { FieldChange } from '@catalog/contracts'
import { issue } from './file-row.ts'
import type { FileRow } from './file-row.ts'

/** Smallest units of a price, which has up to four decimals. */
const unitsOfOne = 10_000

/** Warns of a price that becomes 0, falls to half or less, or at least doubles: its decimal mark may be lost. */
export function warnOfPriceJump(row: FileRow, { field, before, after }: FieldChange): void {
  if (field !== 'variant_price' || before === null || after === null) return
  const was = unitsOf(before)
  const is = unitsOf(after)
  if (was === 0 || (is > was / 2 && is < was * 2)) return
  const share = Math.round((Math.abs(is - was) / was) * 1000) / 10
  row.warnings.push(
    issue(field, 'price_jump', after, {
      case: is < was ? 'falls' : 'rises',
      percentage: share,
      before,
      after,
    }),
  )
}

/** A price in its smallest units, which a number can represent exactly. */
function unitsOf(price: string): number {
  return Math.round(Number(price) * unitsOfOne)
}
