import type { DraftRow, RowKind } from '@catalog/contracts'
import { query, sql, queryOne } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { firstRows } from './row-blocks.ts'
import type { BlockPlace, RowRange } from './row-blocks.ts'

/** Identifies the rows of a draft, which a run takes over. */
export interface RowsKey {
  storefrontId: string
  draftId: string
}

/** Rows in the file's order, of all kinds if `kinds` is empty; as many as `firstRows` returns. */
export async function listRows(
  database: Database,
  key: RowsKey,
  { kinds, ...range }: RowRange & { kinds: RowKind[] },
): Promise<DraftRow[]> {
  const places = await query<BlockPlace>(
    database,
    sql`
      select kind, first_row as "firstRow", last_row as "lastRow"
      from import_row_blocks
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and last_row > ${range.after}
        and (${kinds.length === 0} or kind = any(${kinds}))
      order by first_row`,
  )
  return await firstRows(places, (place) => readBlock(database, key, place), range)
}

async function readBlock(database: Database, key: RowsKey, { kind, firstRow }: BlockPlace): Promise<Buffer> {
  const { rows } = await queryOne<{ rows: Buffer }>(
    database,
    sql`
      select rows from import_row_blocks
      where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and kind = ${kind}
        and first_row = ${firstRow}`,
  )
  return rows
}
