import type { DraftRow } from '../../api/client.ts'

export type RowKind = DraftRow['kind']

/** Which part of a preview is shown. Kept in the address, so that it can be shared and the browser can go back to it. */
export interface ReviewSearch {
  show?: RowKind
  /** Searched in handle, SKU and title. */
  q?: string
}

export const rowKinds = ['add', 'update', 'unchanged', 'error'] as const satisfies readonly RowKind[]

/** Of an address's parameters; what makes no sense there is left out. */
export function readReviewSearch(parameters: Record<string, unknown>): ReviewSearch {
  const show = rowKinds.find((kind) => kind === parameters.show)
  // The router reads `q=123` as a number.
  const q = ['string', 'number', 'boolean'].includes(typeof parameters.q) ? String(parameters.q) : ''
  return { ...(show === undefined ? {} : { show }), ...(q.trim() === '' ? {} : { q }) }
}
