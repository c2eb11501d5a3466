import { shortened } from '@catalog/catalog'
import { statusOf } from './mapped/cell-words.ts'
import type { CanonicalRow } from './dialect.ts'

/**
 * Warns that the row's status does not exist in the catalog and was read as `draft`. `active` is the system's own word,
 * which another system's may mean.
 */
export function warnOfDraft(
  { warnings }: Pick<CanonicalRow, 'warnings'>,
  status: string,
  active?: string,
): void {
  warnings.push({
    column: 'status',
    code: 'status_read_as_draft',
    value: shortened(status, 200),
    ...(active !== undefined && statusOf(status) === 'active' && { suggestion: active }),
  })
}
