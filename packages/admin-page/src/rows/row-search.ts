import { changeGroups } from '@catalog/catalog/change-groups'
import type { RowKind } from '@catalog/contracts'
import { readSearchText } from '../components/search-text.ts'

/** What products can be filtered by: what changes, and what is worth a look. */
export type Facet = (typeof facets)[number]

/** Which rows are shown. Stored in the address, so that it can be shared and the browser can go back to it. */
export interface RowSearch {
  show?: RowKind
  /** Searched in the names of products and rows. */
  q?: string
  /** Products that have all of these. */
  has?: readonly Facet[]
  /** Rows with an error, `code` or `code.column`. */
  cause?: string
  /** The row of the file whose product is opened. */
  row?: number
  /** By default, the largest price changes first if a price jumps, otherwise as in the file. */
  sort?: RowOrder
}

export const rowKinds = [
  'add',
  'update',
  'unchanged',
  'left_out',
  'error',
] as const satisfies readonly RowKind[]
export const facets = [...changeGroups, 'warnings', 'clears', 'new', 'errors'] as const
export const rowOrders = ['file', 'size', 'price'] as const
export type RowOrder = (typeof rowOrders)[number]

/** Reads an address's parameters; invalid ones are left out. */
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

/** The search with a change. The row that was opened is dropped. */
export function changedSearch(search: RowSearch, change: SearchChange): RowSearch {
  return readRowSearch({ ...search, row: undefined, ...change })
}
