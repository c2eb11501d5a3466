import { fileWarning, normalizeHandle } from '@catalog/catalog'
import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, Dialect } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { isCommonName } from '../mapped/suggest-columns.ts'
import { namedColumns, namedRows } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { nearestHeader } from '../nearest-name.ts'
import { handlesBehindSkus } from '../product-handles.ts'
import { recordRows } from '../record-rows.ts'
import { total } from '../variant-rows/amounts.ts'
import { issueOf } from '../row-issues.ts'

/** By header, the column of the catalog that tells which variant a row is about. */
const keys = new Map([
  ['handle', 'handle'],
  ['sku', 'variant_sku'],
  ...[1, 2, 3].flatMap((number): [string, string][] => [
    [`option${number} name`, `option${number}_name`],
    [`option${number} value`, `option${number}_value`],
  ]),
])

/** The quantities of a location, the first filled one of which counts. */
const quantities = ['on hand (new)', 'on hand (current)', 'on hand', 'available (not editable)', 'available']

/** Columns that are not read, and are no locations. */
const others = [
  'title',
  'hs code',
  'coo',
  'bin name',
  'location',
  ...['incoming', 'unavailable', 'committed'].flatMap((name) => [name, `${name} (not editable)`]),
]

const readColumns = [...keys.keys(), ...quantities]
const known = new Set([...readColumns, ...others])

/**
 * Shopify’s inventory export: a row for each variant and location or, before 2022, a column for each location
 * (csv-format.md §9). It changes the quantities of variants that the catalog has, and adds nothing.
 */
export const shopifyInventory: Dialect = {
  name: 'shopify_inventory',
  normalize: collapsedHeader,
  mustHave: { all: ['handle', 'sku', [...quantities, 'coo']], any: ['location', 'hs code', 'coo'] },
  never: ['price', 'variant price', 'variant sku', 'body (html)', 'url handle', 'item type'],
  knows: (header) => known.has(header),
  knownOf: (header) => new Set(locationColumns(header)),
  nearest: (header) => nearestHeader(header, readColumns),
  read(header, records) {
    const columns = new HeaderColumns(header, collapsedHeader)
    const file = new InventoryFile(columns, locationColumns(header))
    const rows = recordRows(header, records, shopifyInventory)
    for (const row of rows) file.count(row)
    const table = adjustHandles({
      columns: namedColumns,
      rows: rows.flatMap((row) => file.read(row)),
      canonical: false,
      addsNothing: true,
      warnings: file.hasSeveral ? [fileWarning('several_outlets')] : [],
    })
    return { ...table, handlesFromNames: handlesBehindSkus(table) }
  },
}

/** In a file without a column for the location, those after the country of origin whose names mean nothing else. */
function locationColumns(header: string[]): string[] {
  const names = header.map(collapsedHeader)
  if (names.includes('location')) return []
  const start = names.indexOf('coo')
  return names.filter(
    (name, position) =>
      start !== -1 && position > start && name !== '' && !known.has(name) && !isCommonName(name),
  )
}

/** A variant in the file. */
interface Counted {
  first: CanonicalRow
  /** The sum over its locations; `''` if it is not stocked. A text that is no number stays, to be refused. */
  quantity: string
  /** The rows that are summed. */
  needs: number[]
}

class InventoryFile {
  readonly #columns: HeaderColumns
  readonly #locations: string[]
  readonly #variants = new Map<string, Counted>()
  /** Whether quantities of several locations were summed. */
  hasSeveral = false

  constructor(columns: HeaderColumns, locations: string[]) {
    this.#columns = columns
    this.#locations = locations
  }

  count(row: CanonicalRow): void {
    const key = this.#keyOf(row)
    const variant = this.#variants.get(key) ?? { first: row, quantity: '', needs: [] }
    this.#variants.set(key, variant)
    variant.needs.push(row.row)
    for (const quantity of this.#quantitiesOf(row)) {
      if (variant.quantity !== '') this.hasSeveral = true
      variant.quantity = total([variant.quantity, quantity])
    }
  }

  read(row: CanonicalRow): CanonicalRow[] {
    const variant = this.#variants.get(this.#keyOf(row))
    if (!variant) return []
    row.needs = variant.needs
    const cells = this.#keysOf(row)
    if (row === variant.first)
      return namedRows(row, [[cells, { variant_inventory_quantity: variant.quantity }]])
    row.warnings.push(
      issueOf('variant_inventory_quantity', 'row_not_imported', this.#quantitiesOf(row).join(', ') || null, {
        case: 'location',
        row: variant.first.row,
      }),
    )
    return namedRows({ ...row, skipped: true }, [[cells]])
  }

  #keysOf(row: CanonicalRow): NamedCells {
    const cells: NamedCells = {}
    for (const [header, column] of keys) cells[column] = this.#columns.cell(row, header)
    // Shopify’s spelling of no options.
    const isNone = cells['option1_name'] === 'Title' && cells['option1_value'] === 'Default Title'
    return isNone ? { ...cells, option1_name: '', option1_value: '' } : cells
  }

  #keyOf(row: CanonicalRow): string {
    const { handle = '', ...cells } = this.#keysOf(row)
    return JSON.stringify([normalizeHandle(handle), ...Object.values(cells)])
  }

  /** One for each location that the row is about; what is not stocked has none. */
  #quantitiesOf(row: CanonicalRow): string[] {
    const words =
      this.#locations.length > 0
        ? this.#locations.map((name) => this.#columns.word(row, name))
        : [quantities.map((name) => this.#columns.word(row, name)).find(Boolean) ?? '']
    return words.filter((word) => word !== '' && word.toLowerCase() !== 'not stocked')
  }
}
