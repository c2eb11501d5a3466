import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { migrations } from '../../services/import-service/src/migrations/index.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { bulkWrites, erasures, exportStatements, moves, writtenStatements } from './support/all-statements.ts'
import type { ReadStatement } from './support/all-statements.ts'
import { crossingBreaches, migrationBreaches, sessionBreaches } from './support/distributed-rules.ts'
import { mutableExpressions } from './support/mutable-expressions.ts'
import { ourTables } from './support/our-tables.ts'

/** What design.md §11 asks of every statement, so that a distributed PostgreSQL runs it; each rule with breaches of it. */

let testDatabase: TestDatabase
let database: Client
let statements: ReadStatement[]
beforeAll(async () => {
  testDatabase = await createDatabase()
  database = new Client({ connectionString: testDatabase.url })
  await database.connect()
  statements = [
    ...writtenStatements(),
    ...(await bulkWrites(testDatabase)),
    ...(await erasures(testDatabase)),
    ...(await moves()),
    ...(await exportStatements(testDatabase)),
  ]
})
afterAll(async () => {
  await database?.end()
  await testDatabase?.[Symbol.asyncDispose]()
})

/** The statements that break a rule, with what they break. */
async function breachesOf(read: (statement: ReadStatement) => Promise<string[]>): Promise<string[]> {
  const found: string[] = []
  for (const statement of statements) {
    const breaches = await read(statement).catch((error: unknown) => {
      throw new Error(`${statement.name}: ${statement.text}`, { cause: error })
    })
    if (breaches.length > 0) found.push(`${statement.name}: ${breaches.join(', ')}`)
  }
  return found
}

const isFirst = (parameter: number) => parameter === 1

describe('a statement over several storefronts locks and writes nothing, is not recursive, and limits nothing lateral', () => {
  test('in the services', async () => {
    expect(
      await breachesOf(({ text, isStorefront }) => crossingBreaches(text, ourTables, isStorefront)),
    ).toEqual([])
  })

  test.each([
    ['select draft_id from import_drafts where expires_at <= $1 for update skip locked', 'locks rows'],
    ['select 1 from (select draft_id from import_drafts for key share) d', 'locks rows'],
    ['delete from import_drafts where expires_at <= $2', 'writes'],
    ["update run_images set url = '' where image_id = any($2)", 'writes'],
    [
      'with e as (select storefront_id from import_drafts) delete from import_drafts d using e where d.storefront_id = e.storefront_id',
      'writes',
    ],
    [
      'update run_images i set url = t.url from unnest($2::text[], $3::text[]) as t (storefront_id, url) where i.storefront_id = t.storefront_id',
      'writes',
    ],
    [
      'with recursive s as (select min(storefront_id) as id from import_runs union all select (select min(storefront_id) from import_runs where storefront_id > s.id) from s where s.id is not null) select id from s',
      'is recursive',
    ],
    [
      'select s.id from unnest($2::text[]) as s (id) cross join lateral (select 1 from run_images i where i.storefront_id = s.id limit 1) i',
      'lateral limit',
    ],
    [
      'with s as materialized (select storefront_id as id from import_runs) select 1 from s cross join lateral (select 1 from run_images i where i.storefront_id = s.id limit 1) i',
      'lateral limit',
    ],
    [
      "select s.id from (values ('a'), ('b')) as s (id) cross join lateral (select count(*) from (select from run_images i where i.storefront_id = s.id limit 8) some_of_them) i",
      'lateral limit',
    ],
  ])('or it is found: %s', async (text, breach) => {
    expect(await crossingBreaches(text, ourTables, isFirst)).toEqual([breach])
  })

  test.each([
    'delete from import_drafts where storefront_id = $1 and expires_at <= $2',
    'select draft_id from import_drafts where storefront_id = $1 for update skip locked',
    'select t.x from unnest($2::text[]) as t (x) cross join lateral (select 1 from products where storefront_id = $1 and title = t.x limit 1) p',
    'select storefront_id from import_drafts where expires_at <= $2 order by expires_at limit 20',
  ])('and nothing else: %s', async (text) => {
    expect(await crossingBreaches(text, ourTables, isFirst)).toEqual([])
  })
})

describe('a write sets and tests by immutable expressions over columns', () => {
  const writes = /\b(update|delete|on conflict)\b/i

  test('in the services', async () => {
    expect(statements.filter(({ text }) => writes.test(text)).length).toBeGreaterThan(40)
    expect(
      await breachesOf(async ({ text }) =>
        writes.test(text) ? await mutableExpressions(database, text) : [],
      ),
    ).toEqual([])
  })

  test.each([
    [
      'update products o set tags = n.tags::text[] from unnest($1::uuid[], $2::text[]) as n (id, tags) where o.product_id = n.id',
      'tags',
    ],
    ["update storefront_locks set locked_at = locked_at + interval '1 day'", 'locked_at'],
    ['update storefront_locks set counted_at = coalesce(counted_at, now())', 'counted_at'],
    ['update import_runs set completed_at = case when added > 0 then now() end', 'completed_at'],
    ['update import_runs set dialect = created_at::text', 'dialect'],
    ["update import_runs set added = 0 where created_at < '2026-01-01'::date", 'where'],
    ["delete from import_runs where created_at + interval '1 day' < $1", 'where'],
    [
      "insert into storefront_locks as l (storefront_id, locked_at) values ('a', now()) on conflict (storefront_id) do update set locked_at = l.locked_at + interval '1 day'",
      'locked_at',
    ],
    [
      "insert into storefront_locks (storefront_id, locked_at) values ('a', now()) on conflict (storefront_id) do update set locked_at = now()",
      'locked_at',
    ],
  ])('or it is found: %s', async (text, column) => {
    expect(await mutableExpressions(database, text)).toEqual([column])
  })

  test.each([
    'update products set updated_at = now(), version = version + 1',
    'update products o set tags = array(select jsonb_array_elements_text(n.tags::jsonb)) from unnest($1::uuid[], $2::text[]) as n (id, tags) where o.product_id = n.id',
    "insert into storefront_locks (storefront_id, locked_at) values ('a', now()) on conflict (storefront_id) do update set locked_at = excluded.locked_at",
  ])('and nothing else: %s', async (text) => {
    expect(await mutableExpressions(database, text)).toEqual([])
  })
})

describe('a statement is one command, sets for its transaction only, and takes no advisory lock', () => {
  test('in the services', async () => {
    expect(await breachesOf(({ text }) => sessionBreaches(text))).toEqual([])
  })

  test('nor does any that reaches the database by another way', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const sources = globSync('services/{import,export}-service/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\.test\.ts$|\/testing\//.test(file),
    )
    expect(sources.length).toBeGreaterThan(100)
    const breaking = /\bpg_(try_)?advisory_|\bset_config\(/
    expect(sources.filter((file) => breaking.test(readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
  })

  test.each([
    ['select pg_advisory_xact_lock(1)', 'advisory lock'],
    ['select pg_catalog.pg_try_advisory_lock($1)', 'advisory lock'],
    ["select set_config('jit', 'off', true)", 'set_config'],
    ['set jit = off', 'sets beyond its transaction'],
    ['set local jit = off; set local enable_seqscan = off', 'is not one command'],
  ])('or it is found: %s', async (text, breach) => {
    expect(await sessionBreaches(text)).toEqual([breach])
  })
})

describe('a migration asks for nothing that a distributed table cannot do', () => {
  /** The last that may have several commands: those after it are released since the rule is. */
  const lastOfSeveral = '012-idempotency-keys'

  test('in import-service, each in one command', async () => {
    for (const { name, commands } of migrations) {
      if (name > lastOfSeveral) expect([name, commands.length]).toEqual([name, 1])
      for (const command of commands) expect([name, await migrationBreaches(command)]).toEqual([name, []])
    }
  })

  test.each([
    ['alter table import_drafts alter column file set storage external', 'AT_SetStorage'],
    ['create trigger t after insert on products execute function f()', 'CreateTrigStmt'],
    ['create view v as select 1', 'ViewStmt'],
    ['drop table a; drop table b', 'is not one command'],
  ])('or it is found: %s', async (command, breach) => {
    expect(await migrationBreaches(command)).toEqual([breach])
  })
})
