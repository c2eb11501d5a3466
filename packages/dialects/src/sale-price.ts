import { brief } from '@catalog/catalog'
import type { ParametersOf } from '@catalog/catalog'
import { daysOf } from './days-of.ts'
import type { CanonicalRow } from './dialect.ts'
import type { NamedCells } from './named-cells.ts'
import { issueOf } from './row-issues.ts'

/** A regular price and a sale price, as in the file; `''` for none. */
export interface Sale {
  price: string
  sale: string
  /** The dates of the sale. */
  from: string
  to: string
}

/**
 * The price is the sale price, and the compare-at price the regular one, unless the dates show that the sale has not
 * begun or is over at `now` (`scheduled_sale`). Warns of one that will end (`temporary_price`).
 */
export function salePriceCells(
  { price, sale, from, to }: Sale,
  { warnings }: Pick<CanonicalRow, 'warnings'>,
  now: Date,
): NamedCells {
  const usual = { variant_price: price, variant_compare_at_price: '' }
  if (sale === '') return usual
  const today = now.toISOString().slice(0, 10)
  const starts = daysOf(from)
  const isOff = all(starts, (day) => day > today) || all(daysOf(to), (day) => day < today)
  if (isOff) {
    warnings.push(issueOf('variant_price', 'scheduled_sale', sale, periodParameters(from, to)))
    return usual
  }
  if (to !== '' || (from !== '' && !all(starts, (day) => day <= today))) {
    warnings.push(issueOf('variant_price', 'temporary_price', sale, periodParameters(from, to)))
  }
  return { variant_price: sale, variant_compare_at_price: price }
}

function periodParameters(from: string, to: string): ParametersOf<'scheduled_sale'> {
  if (to === '') return { case: 'from', from: brief(from) }
  return from === '' ? { case: 'to', to: brief(to) } : { case: 'period', from: brief(from), to: brief(to) }
}

/** Whether there is a day that a date may mean, and the test holds for all of them. */
function all(days: string[], test: (day: string) => boolean): boolean {
  return days.length > 0 && days.every(test)
}
