import type { Client } from 'pg'

/** Bytes of WAL so far, and of the tables with their indexes: `drafts` are kept for an hour, the others for longer. */
export async function lookAtDatabase(client: Pick<Client, 'query'>): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, string>>(`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as "WAL",
      sum(pg_total_relation_size(oid)) filter (where relname in ('products', 'variants', 'product_images')) as catalog,
      sum(pg_total_relation_size(oid)) filter (
        where relname !~ '^import_draft' and relname not in ('products', 'variants', 'product_images')
      ) as history,
      sum(pg_total_relation_size(oid)) filter (where relname ~ '^import_draft') as drafts
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
}
