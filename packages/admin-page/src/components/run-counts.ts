import type { RunSummary } from '@catalog/contracts'

export const countNames = ['new', 'changed', 'unchanged', 'with_errors'] as const

export type RunCounts = Record<(typeof countNames)[number], number>

/** In products, as its preview had them; in rows for a run of an earlier release, which counted nothing else. */
export function countsOf(run: RunSummary): RunCounts {
  const { preview, added, updated, unchanged, errored } = run
  return preview?.products ?? { new: added, changed: updated, unchanged, with_errors: errored }
}

export function canUndo({ added, updated, details_until: until, undone_by: undoneBy }: RunSummary): boolean {
  return added + updated > 0 && until !== null && undoneBy === null
}
