import type { Knex } from 'knex'
import { change, query, queryOne } from '../../postgres/database.ts'
import type { Database } from '../../postgres/database.ts'
import type { StorefrontTable } from './tables.sql.ts'

/** The values of a row's primary key without storefront_id, as texts. */
export type Key = readonly string[]

/** The rows after `after`, up to and including `upTo`; null means from the first row, or to the last. */
export interface Range {
  after: Key | null
  upTo: Key | null
}

/** A digest of some rows; equal rows have equal digests. */
export interface Digest {
  count: number
  sum: string
}

interface Column {
  /** SQL for the column's value at the target, from the source's row `t`. */
  value: string
  /** The target may change its value at any time, so it is not compared. */
  isItsOwn?: true
}

const whilePending = (pending: string, settled: string): Column => ({
  value: `case when t.outcome = 'pending' then ${pending} else ${settled} end`,
})

/**
 * The columns that differ between the two sides of a move. Their values must depend only on the row, not on the time.
 */
const columns: Record<string, Record<string, Column>> = {
  // Held, as by `holdImages` at the source. The target has no request for these images yet.
  run_images: {
    request_at: whilePending(`'infinity'::timestamptz`, 't.request_at'),
    requested_at: whilePending('null', 't.requested_at'),
    requests: whilePending('0', 't.requests'),
    attempts: whilePending('t.attempts - (t.claim_expires_at is not null)::integer', 't.attempts'),
    claim_token: whilePending('null', 't.claim_token'),
    claim_expires_at: whilePending('null', 't.claim_expires_at'),
  },
  // The source reports its own applies.
  import_drafts: { applies: { value: `'{}'::uuid[]`, isItsOwn: true } },
  import_runs: {
    apply_unreported: { value: 'false', isItsOwn: true },
    // Each installation has its own total.
    images_counted: { value: '0', isItsOwn: true },
    images_moved: { value: 'true', isItsOwn: true },
    // The installation that has settled the last image reports the completion.
    completion_unreported: { value: 'false', isItsOwn: true },
    overdue_reported_at: { value: 't.overdue_reported_at', isItsOwn: true },
    recovery_reported_at: { value: 't.recovery_reported_at', isItsOwn: true },
  },
}

function columnOf(table: StorefrontTable, name: string): Column {
  return columns[table.name]?.[name] ?? { value: `t.${name}` }
}

/**
 * Digests the first rows after `after`, up to `limit`; `last` is the key of the last of them, null if there are none.
 */
export async function digestPage(
  transaction: Knex.Transaction,
  table: StorefrontTable,
  storefrontId: string,
  { after, limit }: { after: Key | null; limit: number },
): Promise<Digest & { last: Key | null }> {
  const { where, values } = inRange(table, storefrontId, { after, upTo: null })
  return await queryOne<Digest & { last: Key | null }>(transaction)({
    text: `
      select count(*) as count, coalesce(sum(hash), 0)::text as sum, (array_agg(key))[count(*)] as last
      from (
        select ${keyOf(table)} as key, ${hashOf(table)} as hash from ${table.name} t
        where ${where} order by ${orderOf(table)} limit ?
      ) page`,
    values: [...values, limit],
  })
}

export async function digestRange(
  transaction: Knex.Transaction,
  table: StorefrontTable,
  storefrontId: string,
  range: Range,
): Promise<Digest> {
  const { where, values } = inRange(table, storefrontId, range)
  return await queryOne<Digest>(transaction)({
    text: `select count(*) as count, coalesce(sum(${hashOf(table)}), 0)::text as sum from ${table.name} t where ${where}`,
    values,
  })
}

/** By key, the hash of each row. */
export async function readHashes(
  transaction: Knex.Transaction,
  table: StorefrontTable,
  storefrontId: string,
  range: Range,
): Promise<Map<string, string>> {
  const { where, values } = inRange(table, storefrontId, range)
  const rows = await query<{ key: Key; hash: string }>(transaction)({
    text: `select ${keyOf(table)} as key, ${hashOf(table)}::text as hash from ${table.name} t where ${where}`,
    values,
  })
  return new Map(rows.map(({ key, hash }) => [JSON.stringify(key), hash]))
}

/** The rows with these keys with their values for the target, each as JSON. */
export async function readRows(
  transaction: Knex.Transaction,
  table: StorefrontTable,
  storefrontId: string,
  keys: readonly Key[],
): Promise<string[]> {
  const { where, values } = withKeys(table, storefrontId, keys)
  const selected = table.columns.map(({ name }) => `${columnOf(table, name).value} as ${name}`).join(', ')
  const rows = await query<{ row: string }>(transaction)({
    text: `select to_json(r)::text as row from (select ${selected} from ${table.name} t where ${where}) r`,
    values,
  })
  return rows.map(({ row }) => row)
}

/** Inserts rows that `readRows` has returned. */
export async function insertRows(
  transaction: Knex.Transaction,
  table: StorefrontTable,
  storefrontId: string,
  rows: readonly string[],
): Promise<void> {
  const others = table.columns.map(({ name }) => name).filter((name) => name !== 'storefront_id')
  const names = others.join(', ')
  await change(transaction)({
    text: `
      insert into ${table.name} (storefront_id, ${names})
      select ?, ${names} from json_populate_recordset(null::${table.name}, ?::json)`,
    values: [storefrontId, `[${rows.join(',')}]`],
  })
}

/** Deletes the rows with these keys. `counted`: their pending images in the installation's total. */
export async function deleteRows(
  transaction: Knex.Transaction,
  table: StorefrontTable,
  storefrontId: string,
  keys: readonly Key[],
): Promise<{ deleted: number; counted: number }> {
  const { where, values } = withKeys(table, storefrontId, keys)
  const counted = table.columns.some(({ name }) => name === 'images_counted') ? 't.images_counted' : '0'
  return await queryOne<{ deleted: number; counted: number }>(transaction)({
    text: `
      with deleted as (delete from ${table.name} t where ${where} returning ${counted} as counted)
      select count(*) as deleted, coalesce(sum(counted), 0)::bigint as counted from deleted`,
    values,
  })
}

interface Condition {
  where: string
  values: Knex.RawBinding[]
}

function inRange({ key }: StorefrontTable, storefrontId: string, { after, upTo }: Range): Condition {
  const ordered = `(${key.map(orderedColumn).join(', ')})`
  const bound = `(${key.map(({ type }) => `?::${type}`).join(', ')})`
  return {
    where: [
      't.storefront_id = ?',
      ...(after ? [`${ordered} > ${bound}`] : []),
      ...(upTo ? [`${ordered} <= ${bound}`] : []),
    ].join(' and '),
    values: [storefrontId, ...(after ?? []), ...(upTo ?? [])],
  }
}

function withKeys({ key }: StorefrontTable, storefrontId: string, keys: readonly Key[]): Condition {
  const names = key.map(({ name }) => `t.${name}`).join(', ')
  const wanted = key.map(({ type }, index) => `k.c${index}::${type}`).join(', ')
  const arrays = key.map(() => '?::text[]').join(', ')
  const aliases = key.map((_, index) => `c${index}`).join(', ')
  return {
    where: `t.storefront_id = ? and (${names}) in (select ${wanted} from unnest(${arrays}) as k (${aliases}))`,
    values: [storefrontId, ...key.map((_, index) => keys.map((one) => one[index] ?? ''))],
  }
}

function keyOf({ key }: StorefrontTable): string {
  return `json_build_array(${key.map(({ name }) => `t.${name}::text`).join(', ')})`
}

function orderOf({ key }: StorefrontTable): string {
  return key.map(orderedColumn).join(', ')
}

/** An explicit collation, because two servers may sort by different locales. */
function orderedColumn({ name, type }: { name: string; type: string }): string {
  return type === 'text' ? `t.${name} collate "C"` : `t.${name}`
}

/**
 * Hashes values instead of their text forms, which depend on settings; only json values, which cannot be compared, are
 * hashed as text.
 */
function hashOf(table: StorefrontTable): string {
  const compared = table.columns
    .map(({ name, type }) => ({ type, ...columnOf(table, name) }))
    .filter(({ isItsOwn }) => isItsOwn !== true)
    .map(({ type, value }) => (type === 'json' ? `(${value})::text` : value))
  return `hash_record_extended(row(${compared.join(', ')}), 0)::numeric`
}

/** Whether the storefront has a row in the table. */
export async function hasRows(
  database: Database,
  table: StorefrontTable,
  storefrontId: string,
): Promise<boolean> {
  const { has } = await queryOne<{ has: boolean }>(database)({
    text: `select exists (select from ${table.name} t where t.storefront_id = ?) as has`,
    values: [storefrontId],
  })
  return has
}
