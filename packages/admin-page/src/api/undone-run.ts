import type { Draft } from './client.ts'

/** The run that the draft would undo; null if it comes from a file. */
export function undoneRunOf({ origin }: Pick<Draft, 'origin'>): string | null {
  return origin.kind === 'undo' ? origin.run_id : null
}
