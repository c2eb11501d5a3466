import { defaultPageSize, everything } from '@catalog/contracts'
import type { Draft, DraftRow, DraftSummary, UsedMapping } from '@catalog/contracts'
import { cutPage } from '../cursor.ts'
import type { DraftContent, DraftHead } from './draft-columns.ts'

/**
 * The draft as callers see it, with the first page of its rows, made of the first `firstRowCount` rows; fewer if the
 * head leaves less room.
 */
export function toDraft(head: DraftHead, firstRows: DraftRow[]): Draft {
  const { page, nextCursor } = cutRows(firstRows, defaultPageSize, Buffer.byteLength(JSON.stringify(head)))
  const summary = toDraftSummary(head)
  return { ...summary, preview: { ...summary.preview, rows: page, next_cursor: nextCursor } }
}

/** The draft as it appears in a list. */
export function toDraftSummary(head: DraftHead): DraftSummary {
  const { mapping, choice, adds, updates, unchanged, errors, clears, tally, ...content } = head.content
  return {
    draft_id: head.draftId,
    storefront_id: head.storefrontId,
    origin: { kind: head.undoes === null ? 'file' : 'undo', run_id: head.undoes },
    file_name: head.fileName,
    created_by: head.createdBy,
    ...content,
    mapping: toUsedMapping(mapping),
    choice: choice ?? everything,
    preview: { adds, updates, unchanged, errors, clears, ...tally },
    importable: adds + updates > 0,
    created_at: head.createdAt.toISOString(),
    expires_at: head.expiresAt.toISOString(),
  }
}

function toUsedMapping(mapping: DraftContent['mapping']): UsedMapping | null {
  return (
    mapping && {
      mapping_id: mapping.mappingId,
      remembered: mapping.remembered,
      columns: Object.fromEntries(mapping.columns),
      identity: mapping.identity,
    }
  )
}

/** How many rows `toDraft` needs: one more than a page, to know whether there is another page. */
export const firstRowCount = defaultPageSize + 1

/** A page of rows from a list that was read with one row more. `headBytes`: see `cutPage`. */
export function cutRows(
  rows: DraftRow[],
  limit: number,
  headBytes?: number,
): { page: DraftRow[]; nextCursor: string | null } {
  return cutPage(rows, limit, (row) => String(row.row), headBytes)
}
