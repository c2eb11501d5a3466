import { brief, shortened } from '@catalog/catalog'
import type { ParametersOf } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'
import type { NamedCells } from './named-cells.ts'

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
    warnings.push({
      column: 'variant_price',
      code: 'scheduled_sale',
      value: shortened(sale, 200),
      parameters: periodParameters(from, to),
    })
    return usual
  }
  if (to !== '' || (from !== '' && !all(starts, (day) => day <= today))) {
    warnings.push({
      column: 'variant_price',
      code: 'temporary_price',
      value: shortened(sale, 200),
      parameters: periodParameters(from, to),
    })
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

/**
 * The days that a date may mean, as `2026-05-31`; none if it cannot be read. `5/6/26` is both the 5th of June and the
 * 6th of May. The time is ignored: the file does not have a time zone.
 */
function daysOf(date: string): string[] {
  const [, year = '', first = '', second = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(date) ?? []
  if (year !== '') return dayOf(year, first, second)
  const [, a = '', b = '', end = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(date) ?? []
  const full = end.length === 2 ? `20${end}` : end
  return end === '' ? [] : [...dayOf(full, a, b), ...dayOf(full, b, a)]
}

function dayOf(year: string, month: string, day: string): string[] {
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  return isDay ? [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`] : []
}
