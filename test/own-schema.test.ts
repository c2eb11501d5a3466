import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { Draft } from '@catalog/contracts'
import { connected } from '../deploy/local/database.ts'
import { csvOf } from './support/canonical-file.ts'
import { createDatabase } from './support/database.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startImageHost } from './support/image-host.ts'
import { startNats } from './support/nats.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'

const undo = disposeAfterAll()
const reader = `schema_reader_${randomBytes(6).toString('hex')}`
const nats = undo.use(await startNats())
const images = undo.use(await startImageHost())
const database = undo.use(await createDatabase({ migrated: false }))
const platform = await database.connect()
// As a platform might have them, its own list of migrations included.
await platform.query(`
  create table products (id serial primary key, name text not null);
  create table variants (id serial primary key, product_id integer references products, sku text);
  create table schema_migrations (version text primary key);
  insert into products (name) values ('Theirs')`)

test('a migration that meets tables of another program with our names says so and changes nothing', async () => {
  const before = await inPublic()
  const { code, lines } = await startOperatorCommand({ database, nats }, 'migrate', []).ended
  expect(code).toBe(1)
  expect(lines.map(({ message }) => message)).toEqual([
    "the schema public has tables of another program with our names (products, schema_migrations, variants): nothing was changed; set CATALOG_DATABASE_SCHEMA to a schema of the catalog's own",
  ])
  expect(await inPublic()).toEqual(before)
})

test('two installations work, each in a schema of its own, beside a platform’s tables of the same names', async () => {
  const before = await inPublic()
  for (const schema of ['catalog', 'catalog_2']) {
    const env = { CATALOG_DATABASE_SCHEMA: schema }
    const migration = startOperatorCommand({ database, nats }, 'migrate', [], env)
    expect(await migration.ended).toMatchObject({ code: 0 })
  }
  await platform.query(`create role ${reader} login password '${reader}' in role catalog_reader`)
  undo.defer(async () => void (await platform.query(`drop role ${reader}`)))
  await using source = await startIn('catalog')
  await using target = await startIn('catalog_2')
  const own = { status: 'active', option1_name: 'Size' }
  const file = csvOf([
    {
      handle: 'pot',
      title: 'Pot',
      ...own,
      option1_value: 'S',
      variant_sku: 'p',
      variant_price: '25',
      image_url: images.url('/pot.jpg'),
    },
    { handle: 'pot', option1_value: 'L', variant_sku: 'q', variant_price: '26' },
    { handle: 'cup', title: 'Cup', status: 'active', variant_sku: 'c', variant_price: '7' },
  ])
  const { run_id } = await source.confirm((await source.upload(file)).draft_id)
  expect(await source.waitForRun(run_id)).toMatchObject({ added: 3, image_counts: { fetched: 1 } })
  const seen = await seenByReader(source)
  expect(seen).toHaveLength(3)
  expect(seen).toEqual(
    expect.arrayContaining([
      { title: 'Cup', sku: 'c', price: '7.0000', isStored: false },
      { title: 'Pot', sku: 'p', price: '25.0000', isStored: true },
      { title: 'Pot', sku: 'q', price: '26.0000', isStored: true },
    ]),
  )
  const exported = await (await source.request('/api/products/export')).text()
  expect((await source.upload(exported)).preview).toMatchObject({ unchanged: 3, errors: 0 })
  const path = `/api/products/imports/runs/${run_id}/undo`
  const { draft_id } = await source.json<Draft>(path, { method: 'POST' })
  await source.confirm(draft_id)

  const undone = await (await source.request('/api/products/export')).text()
  const moved = await startOperatorCommand(
    source,
    'move-storefront',
    ['shop', '--switch-command', '/bin/true'],
    {
      CATALOG_DATABASE_SCHEMA: 'catalog',
      CATALOG_TARGET_DATABASE_URL: database.url,
      CATALOG_TARGET_DATABASE_SCHEMA: 'catalog_2',
      CATALOG_TARGET_NATS_URL: target.nats.url,
    },
  ).ended
  expect(moved.lines.at(-1)).toMatchObject({ message: 'moved, nothing of it is left at the source' })
  expect(await (await target.request('/api/products/export')).text()).toBe(undone)
  const env = { CATALOG_DATABASE_SCHEMA: 'catalog_2' }
  const doctor = await startOperatorCommand(target, 'doctor', [], env).ended
  expect(doctor.lines.at(-1)).toMatchObject({ message: 'checked, nothing is to be done', storefronts: 1 })
  const erased = await startOperatorCommand(target, 'erase-storefront', ['shop'], env).ended
  expect(erased.lines.at(-1)).toMatchObject({ message: 'erased, 0 left' })
  expect((await platform.query('select from catalog_2.products')).rowCount).toBe(0)
  expect(await inPublic()).toEqual(before)
})

function startIn(schema: string): Promise<System> {
  return startSystem({
    database: { ...database, readerUrl: urlOf(reader) },
    env: { all: { CATALOG_DATABASE_SCHEMA: schema, CATALOG_IMAGE_ALLOWED_HOSTS: images.host } },
  })
}

function urlOf(login: string): string {
  return Object.assign(new URL(database.url), { username: login, password: login }).href
}

/** What a platform joins with a reader's login, as the page for platforms has it; `isStored`: `key` leads to a picture. */
async function seenByReader({ objects }: System): Promise<unknown[]> {
  const page = await readFile(new URL('../docs/integrate.md', import.meta.url), 'utf8')
  const statement = /```sql\n(select [^`]+)```/.exec(page)?.[1]?.replace("'demo'", "'shop'") ?? ''
  const { rows } = await connected(urlOf(reader), (login) =>
    login.query<{ title: string; sku: string; price: string; key: string | null }>(statement),
  )
  return rows.map(({ title, sku, price, key }) => ({
    title,
    sku,
    price,
    isStored: key !== null && existsSync(join(objects, key)),
  }))
}

/** Everything in the platform's schema, and its rows. */
async function inPublic(): Promise<unknown[]> {
  const { rows: relations } = await platform.query(
    "select relname, relkind, relacl::text from pg_class where relnamespace = 'public'::regnamespace order by relname",
  )
  const { rows: schemas } = await platform.query(
    "select nspacl::text from pg_namespace where nspname = 'public'",
  )
  return [...relations, ...schemas, ...(await platform.query('select * from public.products')).rows]
}
