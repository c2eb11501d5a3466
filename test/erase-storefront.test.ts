import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Client } from 'pg'
import { csvOf } from './support/canonical-file.ts'
import type { ImageHost } from './support/image-host.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startPicturedSystem } from './support/pictured-system.ts'
import type { System } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

const erased = 'shop'
/** Its id, its rows and its keys begin like those of the other storefront. */
const kept = 'shop-2'

const undo = new AsyncDisposableStack()
let images: ImageHost
let system: System
let database: Client
beforeAll(async () => {
  ;({ images, system, database } = undo.use(await startPicturedSystem()))
})
afterAll(async () => {
  await undo.disposeAsync()
})

test('the command deletes every row and object of a storefront, wherever it was killed before, and nothing of another', async () => {
  for (const storefront of [erased, kept]) await fill(storefront)
  const before = { rows: await rowsOf(kept), objects: await objectsOf(kept) }
  expect(before.objects.size).toBeGreaterThan(1)
  expect(Object.keys(before.rows)).toEqual(
    expect.arrayContaining(['run_images', 'variants', 'import_drafts']),
  )

  const locked = await lock('storefront_locks')
  const refused = await erase(erased).ended
  await locked.release()
  expect(refused.code).toBe(1)
  expect(refused.lines.at(-1)).toMatchObject({
    severity: 'ERROR',
    message: 'not erased',
    reason: 'An import of the storefront is being applied. Run this again in a minute.',
  })
  expect(Object.keys(await rowsOf(erased))).toEqual(Object.keys(before.rows))

  // It gets as far as the products.
  await letTimePass()
  const products = await lock('products')
  const killed = erase(erased)
  await waitFor('the command to wait for the products', async () => (await deletingProducts()) > 0)
  killed.kill()
  expect((await killed.ended).code).toBeNull()
  await products.release()
  await waitFor('PostgreSQL to notice', async () => (await deletingProducts()) === 0)
  expect(Object.keys(await rowsOf(erased))).toEqual(['products', 'storefront_locks'])
  expect((await objectsOf(erased)).size).toBe(before.objects.size)

  await letTimePass()
  const again = await erase(erased).ended
  expect([again.code, again.lines.at(-1)]).toEqual([
    0,
    expect.objectContaining({
      message: 'erased, 0 left',
      storefront_id: erased,
      rows: { products: 1, storefront_locks: 1 },
      objects: before.objects.size,
      left: 0,
    }),
  ])
  expect(await rowsOf(erased)).toEqual({})
  expect(await readdir(join(system.objects, 'product-images'))).toEqual([kept])
  expect({ rows: await rowsOf(kept), objects: await objectsOf(kept) }).toEqual(before)

  const nothing = await erase(erased).ended
  expect([nothing.code, nothing.lines.at(-1)]).toEqual([
    0,
    expect.objectContaining({ rows: {}, objects: 0, left: 0 }),
  ])
  for (const { output } of [refused, again, nothing]) expect(output).not.toMatch(/Teapot|teapot|http|\.jpg/)
})

test.each([[[]], [['two', 'storefronts']], [['not an id']]])(
  'with %j it says what it takes',
  async (args) => {
    const { code, output } = await erase(...args).ended
    expect(code).toBe(2)
    expect(output).toContain('Name one storefront')
  },
)

async function fill(storefront: string): Promise<void> {
  const file = csvOf([
    { handle: 'teapot', title: 'Teapot', variant_price: '1', image_url: images.url('/teapot.jpg') },
  ])
  const draft = await system.upload(file, { storefront })
  const { run_id } = await system.confirm(draft.draft_id, { storefront })
  await system.waitForRun(run_id, undefined, { storefront })
  await system.upload(file, { storefront })
}

const erase = (...args: string[]) => startOperatorCommand(system, 'erase-storefront', args)

/** Locks the storefront's rows of the table. */
async function lock(table: string): Promise<{ release(): Promise<void> }> {
  const client = await system.database.connect()
  await client.query('begin')
  await client.query(`select from ${table} where storefront_id = $1 for update`, [erased])
  return { release: async () => void (await client.query('rollback')) }
}

/** Backdates the last attempt at an image, and the last time that the storefront was locked. */
async function letTimePass(): Promise<void> {
  const long = "interval '10 minutes'"
  await database.query(`update run_images set settled_at = settled_at - ${long} where storefront_id = $1`, [
    erased,
  ])
  await database.query(
    `update storefront_locks set locked_at = locked_at - ${long} where storefront_id = $1`,
    [erased],
  )
}

async function deletingProducts(): Promise<number> {
  const { rows } = await database.query(
    `select from pg_stat_activity
    where datname = current_database() and query like '%delete from products%' and state <> 'idle' and pid <> pg_backend_pid()`,
  )
  return rows.length
}

/** Every row of the storefront as text, by table; tables without rows are missing. */
async function rowsOf(storefront: string): Promise<Record<string, string[]>> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where column_name = 'storefront_id' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await database.query<{ row: string }>(
      `select t::text as row from ${name} t where storefront_id = $1 order by 1`,
      [storefront],
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** The storefront's objects with their bytes. */
async function objectsOf(storefront: string): Promise<Map<string, Buffer>> {
  const folder = join(system.objects, 'product-images', storefront)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  return new Map(
    await Promise.all(paths.map(async (path): Promise<[string, Buffer]> => [path, await readFile(path)])),
  )
}
