import type { FileWarning } from '@catalog/contracts'
import type { CsvRecord } from '../dialect.ts'
import type { HeaderColumns } from '../header-columns.ts'

/** `Variant Price EUR` (v2), `Price EUR` (v1); with a region's name and the currency in brackets, that region's price. */
const pricePattern = /^(?:variant )?price (?:([a-z]{3})|(\S.*) \[([a-z]{3})\])$/

export function isPriceColumn(name: string): boolean {
  return pricePattern.test(name)
}

/**
 * The column that prices are taken from: that of the only currency, or of the first in the file, which a warning then
 * names. Prices of regions are taken only where the file has no others. Columns without any price do not count.
 */
export function choosePrices(
  columns: HeaderColumns,
  records: CsvRecord[],
): { column: string | undefined; warnings: FileWarning[] } {
  const filled = columns
    .names()
    .filter((name) => isPriceColumn(name) && records.some((record) => columns.cell(record, name) !== ''))
  const currencies = filled.filter((name) => regionOf(name) === undefined)
  const regions = filled.filter((name) => regionOf(name) !== undefined)
  const candidates = currencies.length > 0 ? currencies : regions
  const [column] = candidates
  const warnings: FileWarning[] = []
  if (column !== undefined && candidates.length > 1) {
    warnings.push({
      code: 'several_currencies',
      message: `The file has prices in the columns ${listOf(candidates)}. Those of ${shown(column)} were taken; remove that column to take the next one.`,
    })
  }
  if (currencies.length > 0 && regions.length > 0) {
    warnings.push({
      code: 'region_prices_ignored',
      message: `The prices for single regions (${listOf(regions)}) were not imported: a variant has one price.`,
    })
  }
  return { column, warnings }
}

function regionOf(name: string): string | undefined {
  return pricePattern.exec(name)?.[2]
}

function shown(name: string): string {
  const [, currency, region, regionCurrency = ''] = pricePattern.exec(name) ?? []
  return currency ? currency.toUpperCase() : `${region} [${regionCurrency.toUpperCase()}]`
}

const maxListed = 8

function listOf(names: string[]): string {
  const list = names.slice(0, maxListed).map(shown).join(', ')
  return names.length > maxListed ? `${list} and ${names.length - maxListed} more` : list
}
