import type { Outcome } from '../../api/client.ts'

export const outcomes = ['pending', 'fetched', 'rejected', 'failed'] as const satisfies readonly Outcome[]

/** `?outcome=failed`: the address says which images are shown; anything else shows all. */
export function readRunSearch(search: Record<string, unknown>): { outcome?: Outcome } {
  const outcome = outcomes.find((name) => name === search['outcome'])
  return outcome === undefined ? {} : { outcome }
}
