import type { Client } from 'pg'

/** Every row of the storefront as text, by table; tables without rows are missing. */
export async function rowsOf(client: Client, storefront: string): Promise<Record<string, string[]>> {
  const tables = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'storefront_id' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(
      `select t::text as row from ${name} t where storefront_id = $1 order by 1`,
      [storefront],
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}
