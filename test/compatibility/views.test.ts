import { expect, test } from '@jest/globals'
import { createDatabase } from '../support/database.ts'
import promised from './views.json' with { type: 'json' }

test('the views for those who share the database have the promised columns, and a reader may read them', async () => {
  await using database = await createDatabase()
  const client = await database.connect()
  const { rows } = await client.query<{ view: string; column: string; type: string; isReadable: boolean }>(
    `select c.relname as view, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
        has_table_privilege('catalog_reader', c.oid, 'select') as "isReadable"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relkind = 'v' and c.relnamespace = current_schema()::regnamespace
     order by c.relname = 'catalog_images', c.relname, a.attnum`,
  )
  const views: Record<string, Record<string, string>> = {}
  for (const { view, column, type } of rows) (views[view] ??= {})[column] = type
  expect(views).toEqual(promised)
  expect(rows.filter(({ isReadable }) => !isReadable)).toEqual([])
})
