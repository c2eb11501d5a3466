import { query } from '../../postgres/database.ts'
import type { Database } from '../../postgres/database.ts'

/** A table with rows of storefronts, as the schema describes it. Names are quoted if necessary. */
export interface StorefrontTable {
  name: string
  columns: TableColumn[]
  /** The primary key without storefront_id, or storefront_id if there is no other column. */
  key: TableColumn[]
  /** Its rows can have many megabytes. */
  isLarge: boolean
}

export interface TableColumn {
  name: string
  type: string
}

/** Every table of the schema that has rows of storefronts. */
export async function findTables(database: Database): Promise<StorefrontTable[]> {
  // Each installation has a row of its own in this one.
  return (await selectTables(database)).filter(({ name }) => name !== 'storefront_moves')
}

async function selectTables(database: Database): Promise<StorefrontTable[]> {
  return await query<StorefrontTable>(database)({
    text: `
      select quote_ident(c.relname) as name,
        (
          select json_agg(
            json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
            order by a.attnum
          ) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        ) as columns,
        (
          select json_agg(
            json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
            order by k.place
          )
          from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary and (a.attname <> 'storefront_id' or i.indnkeyatts = 1)
        ) as key,
        exists (
          select from pg_attribute a
          where a.attrelid = c.oid and a.atttypid = 'bytea'::regtype and not a.attisdropped
        ) as "isLarge"
      from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (
          select from pg_attribute a
          where a.attrelid = c.oid and a.attname = 'storefront_id' and not a.attisdropped
        )
      order by c.relname`,
    values: [],
  })
}
