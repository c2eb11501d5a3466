import { brief, fileWarning } from '@catalog/catalog'
import type { FileWarning } from '@catalog/contracts'
import type { CsvRecord } from '../dialect.ts'
import { collapsedHeader } from '../header-columns.ts'
import type { HeaderColumns } from '../header-columns.ts'

/** `Variant Price EUR` (v2), `Price EUR` (v1); a region's price has the region's name, and the currency in brackets. */
const pricePattern = /^(?:variant )?price (?:([a-z]{3})|(\S.*) \[([a-z]{3})\])$/

const regionPattern = /^((?:variant\s+)?price)(\s+\S.*\s)(\[[a-z]{3}\])$/i

/** As foreign headers are compared; but the names of two regions may differ only by case. */
export function normalize(header: string): string {
  const [, before = '', region = '', after = ''] = regionPattern.exec(header.trim()) ?? []
  return region === ''
    ? collapsedHeader(header)
    : collapsedHeader(before) + region.replaceAll(/\s+/g, ' ') + collapsedHeader(after)
}

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
  const spelled = new Map(header.map((name) => [normalize(name), name]))
  const spelledOf = (names: string[]) => names.map((name) => spelled.get(name) ?? name)
  const warnings: FileWarning[] = []
  if (column !== undefined && candidates.length > 1) {
    warnings.push(
      fileWarning('several_currencies', {
        case: 'columns',
        taken: brief(spelledOf([column]).join('')),
        columns: listed(spelledOf(candidates)),
      }),
    )
  }
  if (currencies.length > 0 && regions.length > 0) {
    warnings.push(
      fileWarning('region_prices_ignored', { case: 'columns', columns: listed(spelledOf(regions)) }),
    )
  }
  return { column, warnings }
}

function regionOf(name: string): string | undefined {
  return pricePattern.exec(name)?.[2]
}

const maxListed = 8

function listed(names: string[]): string {
  return names.slice(0, maxListed).map(brief).join(', ') + (names.length > maxListed ? ', …' : '')
}
