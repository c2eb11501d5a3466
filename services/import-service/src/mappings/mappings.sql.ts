import type { Knex } from 'knex'
import { maxMappings } from '@catalog/contracts'
import type { Choice, MappingIdentity, Person } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import { change, query, queryOne } from '../postgres/database.ts'
import type { Database } from '../postgres/database.ts'
import { queryHere } from '../catalog/storefront-moves.sql.ts'
import { greatestId } from '../cursor.ts'

/** A storefront's remembered mapping for a header. */
export interface KeptMapping {
  mappingId: string
  header: string[]
  columns: ColumnChoice['columns']
  identity: MappingIdentity
  /** Null: all of a file. */
  choice: Choice | null
  createdBy: Person | null
  createdAt: Date
  lastUsedAt: Date
}

export interface MappingToKeep extends Pick<
  KeptMapping,
  'header' | 'columns' | 'identity' | 'choice' | 'createdBy'
> {
  /** The id to use if none is stored for the header. */
  mappingId: string
  headerKey: string
  now: Date
}

/** Stores the mapping for its header, replacing an earlier one. Returns its id. */
export async function keepMapping(
  transaction: Knex.Transaction,
  storefrontId: string,
  { mappingId, headerKey, header, columns, identity, choice, createdBy, now }: MappingToKeep,
): Promise<string> {
  const { id } = await queryOne<{ id: string }>(transaction)`
    insert into column_mappings (
      storefront_id, mapping_id, header_key, header, columns, identity, choice, created_by, created_at, last_used_at
    )
    values (
      ${storefrontId}, ${mappingId}, ${headerKey}, ${JSON.stringify(header)}, ${JSON.stringify(columns)}, ${identity},
      ${choice && JSON.stringify(choice)}, ${createdBy && JSON.stringify(createdBy)}, ${now}, ${now}
    )
    on conflict (storefront_id, header_key) do update set
      header = excluded.header, columns = excluded.columns, identity = excluded.identity, choice = excluded.choice,
      created_by = excluded.created_by, last_used_at = excluded.last_used_at
    returning mapping_id as id`
  // Mappings that a concurrent upload has locked are not the least recently used ones.
  await change(transaction)`
    delete from column_mappings
    where storefront_id = ${storefrontId} and mapping_id in (
      select mapping_id from column_mappings
      where storefront_id = ${storefrontId}
      order by last_used_at desc, mapping_id desc
      offset ${maxMappings}
      for update skip locked
    )`
  return id
}

/** The mapping of the first of these headers that has one; `headerKeys` are their keys. */
export async function findMapping(
  database: Database,
  storefrontId: string,
  headerKeys: string[],
): Promise<KeptMapping | undefined> {
  const found = await query<KeptMapping & { headerKey: string }>(database)`
    select mapping_id as "mappingId", header_key as "headerKey", header, columns, identity, choice,
      created_by as "createdBy", created_at as "createdAt", last_used_at as "lastUsedAt"
    from column_mappings
    where storefront_id = ${storefrontId} and header_key = any(${headerKeys})`
  return found.toSorted((a, b) => headerKeys.indexOf(a.headerKey) - headerKeys.indexOf(b.headerKey))[0]
}

/** Records when it was used. */
export async function touchMapping(
  transaction: Knex.Transaction,
  storefrontId: string,
  { mappingId, now }: { mappingId: string; now: Date },
): Promise<void> {
  await change(transaction)`
    update column_mappings set last_used_at = ${now}
    where storefront_id = ${storefrontId} and mapping_id = ${mappingId}`
}

/** The storefront's mappings, newest first, older than `before`: ids are UUIDv7. */
export async function listKeptMappings(
  database: Database,
  storefrontId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<KeptMapping[]> {
  return await queryHere<KeptMapping>(database, storefrontId)`
    select mapping_id as "mappingId", header, columns, identity, choice, created_by as "createdBy",
      created_at as "createdAt", last_used_at as "lastUsedAt",
      (select state from storefront_moves where storefront_id = ${storefrontId}) as move
    from column_mappings
    where storefront_id = ${storefrontId} and mapping_id < coalesce(${before}::uuid, ${greatestId}::uuid)
    order by mapping_id desc
    limit ${limit}`
}

/** False if there was none. */
export async function forgetMapping(
  database: Database,
  storefrontId: string,
  mappingId: string,
): Promise<boolean> {
  const forgotten = await change(database)`
    delete from column_mappings where storefront_id = ${storefrontId} and mapping_id = ${mappingId}`
  return forgotten > 0
}
