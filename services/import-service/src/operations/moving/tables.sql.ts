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
  children: ChildTable[]
}

export interface TableColumn {
  name: string
  type: string
}

/** A table whose rows refer to rows of this one; the columns correspond by their order. Without storefront_id. */
export interface ChildTable {
  table: StorefrontTable
  columns: string[]
  parentColumns: string[]
}

/** Every table of the schema that has rows of storefronts; tables that others refer to come first. */
export async function findTables(database: Database): Promise<StorefrontTable[]> {
  const tables = (await selectTables(database))
    // Each installation has a row of its own.
    .filter(({ name }) => name !== 'storefront_moves')
    .map((table): StorefrontTable => Object.assign(table, { children: [] }))
  const byName = new Map(tables.map((table) => [table.name, table]))
  const references = await selectReferences(database)
  for (const { child, parent, columns, parentColumns } of references) {
    const table = byName.get(child)
    if (table) byName.get(parent)?.children.push({ table, columns, parentColumns })
  }
  return parentsFirst(tables)
}

function parentsFirst(tables: StorefrontTable[]): StorefrontTable[] {
  const ordered = new Set<StorefrontTable>()
  const add = (table: StorefrontTable) => {
    for (const other of tables) {
      if (other !== table && !ordered.has(other) && other.children.some((child) => child.table === table))
        add(other)
    }
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

async function selectTables(database: Database): Promise<Omit<StorefrontTable, 'children'>[]> {
  return await query<Omit<StorefrontTable, 'children'>>(database, {
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

interface Reference {
  child: string
  parent: string
  columns: string[]
  parentColumns: string[]
}

async function selectReferences(database: Database): Promise<Reference[]> {
  return await query<Reference>(database, {
    text: `
      select quote_ident(child.relname) as child, quote_ident(parent.relname) as parent,
        json_agg(quote_ident(a.attname) order by k.place) as columns,
        json_agg(quote_ident(b.attname) order by k.place) as "parentColumns"
      from pg_constraint f
      join pg_class child on child.oid = f.conrelid
      join pg_class parent on parent.oid = f.confrelid
      cross join lateral unnest(f.conkey, f.confkey) with ordinality as k (here, there, place)
      join pg_attribute a on a.attrelid = child.oid and a.attnum = k.here
      join pg_attribute b on b.attrelid = parent.oid and b.attnum = k.there
      where f.contype = 'f' and a.attname <> 'storefront_id' and child.relnamespace = current_schema()::regnamespace
      group by f.oid, child.relname, parent.relname`,
    values: [],
  })
}
