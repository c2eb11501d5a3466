import { brief, shortened } from '@catalog/catalog'
import type { FileWarning } from '@catalog/contracts'
import type { CsvRecord } from '../dialect.ts'
import { collapsedHeader, type HeaderColumns } from '../header-columns.ts'

/** `Variant Price EUR` (v2), `Price EUR` (v1); a region's price has the region's name, and the currency in brackets. */
const pricePattern = /^(?:variant )?price (?:([a-z]{3})|(\S.*) \[([a-z]{3})\])$/

export function isPriceColumn(name: string): boolean {
  return pricePattern.test(name)
}

/**
 * The column of prices: the only currency's, or the first in the file, which a warning then names. Prices of regions
 * are used only if the file has no others. Columns without any price do not count.
 */
export function choosePrices(
  header: string[],
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
  const spelled = new Map(header.map((name) => [collapsedHeader(name), name]))
  const spelledOf = (names: string[]) => names.map((name) => spelled.get(name) ?? name)
  const listOf = (names: string[]) => listed(spelledOf(names))
  const warnings: FileWarning[] = []
  if (column !== undefined && candidates.length > 1) {
    warnings.push({
      code: 'several_currencies',
      message: `The file has prices in several columns: ${listOf(candidates)}. Those of ${listOf([column])} were taken; remove that column to take the next one.`,
      parameters: {
        case: 'columns',
        taken: brief(spelledOf([column]).join('')),
        columns: plainList(spelledOf(candidates)),
      },
    })
  }
  if (currencies.length > 0 && regions.length > 0) {
    warnings.push({
      code: 'region_prices_ignored',
      message: `The prices for single regions were not imported, because a variant has one price: ${listOf(regions)}.`,
      parameters: { case: 'columns', columns: plainList(spelledOf(regions)) },
    })
  }
  return { column, warnings }
}

function regionOf(name: string): string | undefined {
  return pricePattern.exec(name)?.[2]
}

const maxListed = 8

function plainList(names: string[]): string {
  return names.slice(0, maxListed).map(brief).join(', ') + (names.length > maxListed ? ', …' : '')
}

function listed(names: string[]): string {
  const list = names.slice(0, maxListed).map((name) => `“${shortened(name, 60)}”`)
  if (names.length > maxListed) list.push(`${names.length - maxListed} more`)
  return list.join(', ')
}
