import { expect, test } from '@jest/globals'
import { unboundTables } from './unbound-tables.ts'

const tables = new Set(['a', 'b'])
const unbound = (text: string) => unboundTables(text, tables, (parameter) => parameter === 1)

test.each([
  'select x from a where storefront_id = $1',
  'select x from a where a.storefront_id = $1::text and (x = 1 or x = 2)',
  'select x from a join b on b.storefront_id = a.storefront_id where a.storefront_id = $1',
  'select x from unnest($2::text[]) as u (x) cross join lateral (select * from a where storefront_id = $1) l',
  'select (select count(*) from b where storefront_id = $1) from a where storefront_id = $1',
  'select (select count(*) from b where b.storefront_id = a.storefront_id) from a where storefront_id = $1',
  'with c as (select storefront_id from a where storefront_id = $1) update b set x = 1 from c where b.storefront_id = c.storefront_id',
  'delete from a where storefront_id = $1 and x = any($2)',
  'insert into a (x, storefront_id) values ($2, $1)',
  'insert into a (storefront_id, x) select $1, u.x from unnest($2::text[]) as u (x)',
  'insert into a (storefront_id, x) select $1, (select x from b where storefront_id = $1) from unnest($2::text[]) as u (x)',
  'select pg_advisory_xact_lock(1)',
])('keeps to its storefront: %s', async (text) => {
  expect(await unbound(text)).toEqual([])
})

test.each([
  ['select x from a', ['a']],
  ['select x from a where storefront_id = $2', ['a']],
  ['select x from a where storefront_id > $1', ['a']],
  ["select x from a where storefront_id = $1 or x = 'y'", ['a']],
  ['select x from a where not storefront_id = $1', ['a']],
  ['select x from a where x = $1', ['a']],
  ['select x from a join b on b.x = a.x where a.storefront_id = $1', ['b']],
  ['select x from a join b on b.storefront_id = a.storefront_id', ['a', 'b']],
  ['select (select count(*) from b) from a where storefront_id = $1', ['b']],
  ['select x from a where storefront_id = $1 union all select x from b', ['b']],
  [
    'update a set x = 1 from unnest($2::text[]) as u (storefront_id) where a.storefront_id = u.storefront_id',
    ['a'],
  ],
  [
    'with c as (select storefront_id from a) update b set x = 1 from c where b.storefront_id = c.storefront_id',
    ['a', 'b'],
  ],
  ['insert into a (x) values ($1)', ['a']],
  ['insert into a (storefront_id) values ($1), ($2)', ['a']],
  ['insert into a (storefront_id, x) select $1, x from b', ['b']],
])('crosses storefronts: %s', async (text, expected) => {
  expect((await unbound(text)).toSorted()).toEqual(expected)
})

test('a table that is not listed is not passed over', async () => {
  await expect(unbound('select x from c where storefront_id = $1')).rejects.toThrow('c is no table')
})
