import type { DraftRow } from '../../api/client.ts'

export type RowKind = DraftRow['kind']

/** What of a preview is looked at; it stands in the address, so that it can be shared and gone back to. */
export interface ReviewSearch {
  show?: RowKind
  /** Looked for in handle, SKU and title. */
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
