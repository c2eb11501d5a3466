import type { DraftRow, RowKind } from '@catalog/contracts'
import { query } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { firstRows, productsPlace } from './row-blocks.ts'
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
  const places = await query<BlockPlace>(database)`
    select kind, first_row as "firstRow", last_row as "lastRow"
    from import_row_blocks
    where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and last_row > ${range.after}
      and (${kinds.length === 0} or kind = any(${kinds}))
    order by first_row`
  return await firstRows(places, (place) => readBlock(database, key, place), range)
}

/** The block of the preview's products; undefined of a draft of an earlier release. */
export async function findProductsBlock(database: Database, key: RowsKey): Promise<Buffer | undefined> {
  return await findBlock(database, key, productsPlace)
}

async function readBlock(database: Database, key: RowsKey, place: BlockPlace): Promise<Buffer> {
  const rows = await findBlock(database, key, place)
  if (rows === undefined) throw new Error('a block of rows is not in the snapshot that listed it')
  return rows
}

async function findBlock(
  database: Database,
  key: RowsKey,
  { kind, firstRow }: BlockPlace,
): Promise<Buffer | undefined> {
  const [block] = await query<{ rows: Buffer }>(database)`
    select rows from import_row_blocks
    where storefront_id = ${key.storefrontId} and draft_id = ${key.draftId} and kind = ${kind}
      and first_row = ${firstRow}`
  return block?.rows
}
