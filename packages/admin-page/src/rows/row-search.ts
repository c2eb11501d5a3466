import { changeGroups, riskCodes } from '@catalog/catalog/change-groups'
import type { ChangeGroup } from '@catalog/catalog/change-groups'
import type { ProductKind, ProductQuery, RiskCode } from '@catalog/contracts'
import type { ProductFilters } from '../api/preview.ts'
import { readSearchText } from '../components/search-text.ts'

/** Which products are shown. Stored in the address, so that it can be shared and the browser can go back to it. */
export interface RowSearch {
  /** Without it, all but unchanged products, unless something else narrows the list. */
  kind?: ProductKind | 'all'
  /** Products of which any of these changes. */
  change?: readonly ChangeGroup[]
  risk?: RiskCode
  /** Products with an error or a warning: `code`, or `code:case`. */
  cause?: string
  /** Searched in the names of products, or the number of a row. */
  q?: string
  /** The row of the file whose product is opened. */
  row?: number
  sort?: Sort
}

export const productKinds = [
  'new',
  'changed',
  'unchanged',
  'left_out',
  'with_errors',
] as const satisfies readonly ProductKind[]
export const shownKinds = ['all', ...productKinds] as const
/** Products to decide about. */
export const affectedKinds = productKinds.filter((kind) => kind !== 'unchanged')
export const sorts = ['file', 'price', 'stock', 'title'] as const satisfies readonly ProductQuery['sort'][]

export type Sort = ProductQuery['sort']

/** Reads an address's parameters; invalid ones are left out. */
export function readRowSearch(parameters: Record<string, unknown>): RowSearch {
  const { cause, row } = parameters
  const kind = shownKinds.find((name) => name === parameters['kind'])
  const q = readSearchText(parameters)
  const asked = Array.isArray(parameters['change']) ? parameters['change'] : []
  const change = changeGroups.filter((group) => asked.includes(group))
  const risk = riskCodes.find((code) => code === parameters['risk'])
  const sort = sorts.find((order) => order === parameters['sort'])
  return {
    ...(kind && { kind }),
    ...(change.length > 0 && { change }),
    ...(risk && { risk }),
    ...(typeof cause === 'string' && cause !== '' && { cause }),
    ...(q !== '' && { q }),
    ...(typeof row === 'number' && Number.isSafeInteger(row) && row > 0 && { row }),
    ...(sort && { sort }),
  }
}

export type SearchChange = { [Key in keyof RowSearch]: RowSearch[Key] | undefined }

/** The search with a change. The row that was opened is dropped. */
export function changedSearch(search: RowSearch, change: SearchChange): RowSearch {
  return readRowSearch({ ...search, row: undefined, ...change })
}

/** Whether nothing says which products are shown. */
export function isOpen({ kind, change, risk, cause, q }: RowSearch): boolean {
  return [kind, change, risk, cause, q].every((one) => one === undefined)
}

/** The search as the API takes it. */
export function filtersOf({ kind, change, risk, cause, q, sort }: RowSearch): ProductFilters {
  return {
    ...(kind && kind !== 'all' && { kind: [kind] }),
    ...(change && { change: [...change] }),
    ...(risk && { risk: [risk] }),
    ...(cause !== undefined && { cause: [cause] }),
    ...(q !== undefined && { q }),
    ...(sort && { sort }),
  }
}
