import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { csvOf } from './support/canonical-file.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { rowsOf } from './support/rows-of-storefront.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startPicturedSystem } from './support/pictured-system.ts'

const erased = 'shop'
/** Its id, its rows and its keys begin like those of the other storefront. */
const kept = 'shop-2'

const undo = disposeAfterAll()
const { images, system, database } = undo.use(await startPicturedSystem())

test('the command deletes every row and object of a storefront, and nothing of another', async () => {
  for (const storefront of [erased, kept]) await fill(storefront)
  const before = { rows: await rowsOf(database, kept), objects: await objectsOf(kept) }
  expect(before.objects.size).toBeGreaterThan(1)
  expect(Object.keys(before.rows)).toEqual(
    expect.arrayContaining(['run_images', 'variants', 'import_drafts']),
  )

  await letTimePass()
  const done = await erase(erased).ended
  expect([done.code, done.lines.at(-1)]).toEqual([
    0,
    expect.objectContaining({
      message: 'erased, 0 left',
      storefront_id: erased,
      rows: expect.objectContaining({ products: 1, import_drafts: 1 }),
      objects: before.objects.size,
      left: 0,
    }),
  ])
  expect(await rowsOf(database, erased)).toEqual({})
  expect(await readdir(join(system.objects, 'product-images'))).toEqual([kept])
  expect({ rows: await rowsOf(database, kept), objects: await objectsOf(kept) }).toEqual(before)

  const nothing = await erase(erased).ended
  expect([nothing.code, nothing.lines.at(-1)]).toEqual([
    0,
    expect.objectContaining({ rows: {}, objects: 0, left: 0 }),
  ])
  for (const { output } of [done, nothing]) expect(output).not.toMatch(/Teapot|teapot|http|\.jpg/)
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

/** The storefront's objects with their bytes. */
async function objectsOf(storefront: string): Promise<Map<string, Buffer>> {
  const folder = join(system.objects, 'product-images', storefront)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  return new Map(
    await Promise.all(paths.map(async (path): Promise<[string, Buffer]> => [path, await readFile(path)])),
  )
}
