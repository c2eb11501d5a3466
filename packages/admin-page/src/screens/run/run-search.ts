import type { Outcome } from '@catalog/contracts'
import { readRowSearch } from '../../rows/row-search.ts'
import type { RowSearch } from '../../rows/row-search.ts'

export const outcomes = ['pending', 'fetched', 'rejected', 'failed'] as const satisfies readonly Outcome[]

/** Which images and rows are shown; by default, all. */
export interface RunSearch extends RowSearch {
  outcome?: Outcome
}

/** Reads `?outcome=failed&kind=new&q=mug`; invalid parameters are left out. */
export function readRunSearch(search: Record<string, unknown>): RunSearch {
  const outcome = outcomes.find((name) => name === search['outcome'])
  return { ...(outcome && { outcome }), ...readRowSearch(search) }
}
