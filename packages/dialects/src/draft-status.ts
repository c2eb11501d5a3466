import { quoted, shortened } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'

/** Warns that the row's status does not exist in the catalog and was read as `draft`. */
export function warnOfDraft({ warnings }: Pick<CanonicalRow, 'warnings'>, status: string): void {
  warnings.push({
    column: 'status',
    code: 'status_read_as_draft',
    message: `The catalog has no status ${quoted(status)}: the product is a draft here, which customers do not see. Write active to show it to everyone.`,
    value: shortened(status, 200),
  })
}
