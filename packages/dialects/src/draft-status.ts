import { shortened } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'

/** Warns that the row's status does not exist in the catalog and was read as `draft`. */
export function warnOfDraft({ warnings }: Pick<CanonicalRow, 'warnings'>, status: string): void {
  warnings.push({
    column: 'status',
    code: 'status_read_as_draft',
    value: shortened(status, 200),
  })
}
