import type { DraftRow } from '../api/client.ts'
import { readSearchText } from '../components/search-text.ts'

export type RowKind = DraftRow['kind']

/** What a product has that can be asked for: what changes of it, and what is worth looking at. */
export type Facet = (typeof facets)[number]

/** Which rows are shown. Kept in the address, so that it can be shared and the browser can go back to it. */
export interface RowSearch {
  show?: RowKind
  /** Searched in what names a product or a row. */
  q?: string
  /** Products that have all of these. */
  has?: readonly Facet[]
  /** Rows with an error, `code` or `code.column`. */
  cause?: string
  /** The row of the file whose product is opened. */
  row?: number
  /** Otherwise the largest price changes first where a price jumps, else as in the file. */
  sort?: RowOrder
}

export const rowKinds = ['add', 'update', 'unchanged', 'error'] as const satisfies readonly RowKind[]
export const facets = [
  'price',
  'stock',
  'description',
  'images',
  'status',
  'options',
  'other',
  'warnings',
  'clears',
  'new',
  'errors',
] as const
export const rowOrders = ['file', 'size', 'price'] as const
export type RowOrder = (typeof rowOrders)[number]

/** Of an address's parameters; what makes no sense there is left out. */
export function readRowSearch(parameters: Record<string, unknown>): RowSearch {
  const show = rowKinds.find((kind) => kind === parameters.show)
  const q = readSearchText(parameters)
  const asked = Array.isArray(parameters.has) ? parameters.has : []
  const has = facets.filter((facet) => asked.includes(facet))
  const { cause, row } = parameters
  const sort = rowOrders.find((order) => order === parameters.sort)
  return {
    ...(show && { show }),
    ...(q !== '' && { q }),
    ...(has.length > 0 && { has }),
    ...(typeof cause === 'string' && cause !== '' && { cause }),
    ...(typeof row === 'number' && Number.isSafeInteger(row) && row > 0 && { row }),
    ...(sort && { sort }),
  }
}

export type SearchChange = { [Key in keyof RowSearch]: RowSearch[Key] | undefined }

/** With something else asked for. The row that was opened before is not asked for again. */
export function changedSearch(search: RowSearch, change: SearchChange): RowSearch {
  return readRowSearch({ ...search, row: undefined, ...change })
}
