import type { DraftRow } from '../api/client.ts'
import { readSearchText } from '../components/search-text.ts'

export type RowKind = DraftRow['kind']

/** Which rows are shown. Kept in the address, so that it can be shared and the browser can go back to it. */
export interface RowSearch {
  show?: RowKind
  /** Searched in handle, SKU and title. */
  q?: string
}

export const rowKinds = ['add', 'update', 'unchanged', 'error'] as const satisfies readonly RowKind[]

/** Of an address's parameters; what makes no sense there is left out. */
export function readRowSearch(parameters: Record<string, unknown>): RowSearch {
  const show = rowKinds.find((kind) => kind === parameters.show)
  const q = readSearchText(parameters)
  return { ...(show && { show }), ...(q !== '' && { q }) }
}
