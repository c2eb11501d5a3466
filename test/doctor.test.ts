import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { blocksOf, readRunbook } from './operations/support/runbooks.ts'
import { csvOf } from './support/canonical-file.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startOperatorCommand } from './support/operator-command.ts'
import { startPicturedSystem } from './support/pictured-system.ts'

const storefront = 'shop'
const other = 'shop-2'

const undo = disposeAfterAll()
const { images, system, database } = undo.use(await startPicturedSystem())
for (const each of [storefront, other]) await fill(each)

const runbook = readRunbook('doctor.md')

/** Runs the runbook's statement that contains this text, for the storefront. */
async function repair(words: string, productIds: string[] = []): Promise<void> {
  const statement = blocksOf(runbook, 'sql').find((sql) => sql.includes(words)) ?? ''
  const { rowCount } = await database.query(
    statement
      .replaceAll(":'storefront_id'", `'${storefront}'`)
      .replaceAll(":'product_ids'", `'{${productIds.join(',')}}'`),
  )
  expect(rowCount).toBeGreaterThan(0)
}

test('finds no problem in a healthy installation', async () => {
  expect(await check()).toMatchObject({
    code: 0,
    last: { message: 'checked, nothing is to be done', storefronts: 2, problems: 0, notes: 0 },
  })
})

test('finds wrong counters, and the runbook’s statements correct them', async () => {
  await database.query(
    `update import_runs set images_fetched = images_fetched - 1 where storefront_id = $1`,
    [storefront],
  )
  await database.query('update storefront_locks set variant_count = 7 where storefront_id = $1', [storefront])
  await database.query("insert into metadata_keys values ($1, 'active', 'nobody-has-it', 1)", [storefront])
  await database.query(
    `insert into storefront_locks (storefront_id, locked_at, image_count) values ('*pending-images', now(), 5)`,
  )
  const found = await check()
  expect(found).toMatchObject({ code: 1, last: { message: 'checked, something is to be done', problems: 3 } })
  const { rows } = await database.query('select run_id from import_runs where storefront_id = $1', [
    storefront,
  ])
  expect(found.problems).toMatchObject([
    { message: 'the total of pending images is not that of the runs' },
    {
      message: 'counts of runs are not those of their images',
      storefront_id: storefront,
      count: 1,
      examples: rows.map(({ run_id: id }) => id),
    },
    {
      message: 'counts of a catalog are not those of its rows',
      storefront_id: storefront,
      count: 2,
      examples: ['variants', 'metadata keys'],
    },
  ])
  // Another storefront has none of these problems, except the wrong total.
  expect((await check(other)).last).toMatchObject({ storefronts: 1, problems: 1 })

  await repair('with counted')
  await repair('set summarized_at = null')
  await database.query('update import_runs set images_counted = 5')
  await repair('delete from storefront_locks')
  expect(await check()).toMatchObject({ code: 0 })
})

test('finds what something else has written to a catalog, until versions say so', async () => {
  const { rows } = await database.query<{ id: string }>(
    `update variants v set price = 3 from products p
     where v.storefront_id = $1 and p.storefront_id = $1 and p.product_id = v.product_id and p.handle = 'teapot'
     returning v.product_id as id`,
    [storefront],
  )
  const productIds = rows.map(({ id }) => id)
  expect((await check()).problems).toMatchObject([
    { message: expect.stringContaining('something else'), storefront_id: storefront, examples: productIds },
  ])
  await repair('with raised', productIds)
  expect(await check()).toMatchObject({ code: 0 })
})

test('finds rows of a catalog that belong to nothing, and the runbook’s statements delete them', async () => {
  const { rows } = await database.query<{ id: string }>(
    `with image as (
       insert into product_images (storefront_id, image_id, product_id, url, normalized_url, position, alt)
       values ($1, gen_random_uuid(), gen_random_uuid(), 'https://a.example/', 'https://a.example/', 1, '')
       returning image_id as id
     ), variant as (
       update variants v set
         product_id = case p.handle when 'cup' then gen_random_uuid() else v.product_id end,
         image_id = case p.handle when 'teapot' then gen_random_uuid() end
       from products p
       where v.storefront_id = $1 and p.storefront_id = $1 and p.product_id = v.product_id
       returning v.variant_id as id
     )
     select id from image union all select id from variant`,
    [storefront],
  )
  expect(rows).toHaveLength(3)
  const strays = (await check(storefront)).problems.find(({ message }) =>
    String(message).includes('belong to'),
  )
  expect(strays).toMatchObject({ count: rows.length, storefront_id: storefront })
  for (const words of ['set image_id = null', 'delete from variants', 'delete from product_images'])
    await repair(words)
  await repair('set summarized_at = null')
  const [written] = (await check()).problems
  expect(written).toMatchObject({ message: expect.stringContaining('something else'), count: 1 })
  await repair('with raised', [String(written?.examples)])
  expect(await check()).toMatchObject({ code: 0 })
})

test('finds missing renditions, and notes those of unknown images', async () => {
  const folder = join(system.objects, 'product-images', storefront)
  const { rows } = await database.query<{ image_id: string }>(
    'select image_id from run_images where storefront_id = $1 order by 1',
    [storefront],
  )
  const [image = { image_id: '' }] = rows
  await rename(join(folder, image.image_id, 'original.webp'), join(system.objects, 'kept.webp'))
  const unknownImages = ['01000000-0000-7000-8000-000000000000', 'ff000000-0000-7000-8000-000000000000']
  for (const unknown of unknownImages) {
    await mkdir(join(folder, unknown))
    await writeFile(join(folder, unknown, 'original.webp'), '')
  }
  const unknownShop = join(system.objects, 'product-images', 'unknown-shop', image.image_id)
  await mkdir(unknownShop, { recursive: true })
  await writeFile(join(unknownShop, 'original.webp'), '')
  const found = await check()
  expect(found).toMatchObject({ code: 1, last: { problems: 1, notes: 2 } })
  expect(found.problems).toMatchObject([
    { message: expect.stringContaining('lacks renditions'), count: 1, examples: [image.image_id] },
  ])
  expect(found.lines).toContainEqual(
    expect.objectContaining({
      severity: 'INFO',
      count: 2,
      message: expect.stringContaining('does not have'),
    }),
  )
  expect(found.lines).toContainEqual(
    expect.objectContaining({ severity: 'INFO', count: 1, examples: ['unknown-shop'] }),
  )
  expect(await check(storefront)).toMatchObject({ last: { notes: 1 } })
  await rm(join(unknownShop, '..'), { recursive: true })
  await rename(join(system.objects, 'kept.webp'), join(folder, image.image_id, 'original.webp'))
  expect(await check()).toMatchObject({ code: 0, last: { notes: 1 } })
  for (const unknown of unknownImages) await rm(join(folder, unknown), { recursive: true })
})

test('finds a schema that is older than the release, and checks nothing else', async () => {
  await database.query(`update schema_migrations set name = 'x' || name where name like '020-%'`)
  expect(await check()).toMatchObject({
    code: 1,
    problems: [{ message: expect.stringContaining('lacks migrations'), count: 1 }],
    last: { storefronts: 0 },
  })
  await database.query(`update schema_migrations set name = substr(name, 2) where name like 'x020-%'`)
})

test('finds requests that nothing repeats, and reports what it could not check', async () => {
  await system.kill('import-service')
  await system.kill('image-service')
  await database.query(
    `update run_images set outcome = 'pending', request_at = null, requested_at = now() - interval '1 hour',
       claim_expires_at = null, settled_at = null
     where storefront_id = $1`,
    [storefront],
  )
  const found = await check()
  expect(found).toMatchObject({ code: 3, last: { message: 'not checked to the end' } })
  expect(found.problems).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining('not in the queue'), count: 2 }),
  )
  await database.query(
    `update run_images set outcome = 'fetched', settled_at = now() where storefront_id = $1`,
    [storefront],
  )
  for (const name of ['import-service', 'image-service'] as const) await system.start(name)
})

test('shows its usage', async () => {
  expect(await check('two', 'storefronts')).toMatchObject({ code: 2 })
  expect(await check('not an id')).toMatchObject({ code: 2 })
})

async function fill(of: string): Promise<void> {
  const file = csvOf(
    ['teapot', 'cup'].map((handle) => ({
      handle,
      title: 'Teapot',
      variant_price: '1',
      image_url: images.url(`/${of}/${handle}.jpg`),
    })),
  )
  const { draft_id: draftId } = await system.upload(file, { storefront: of })
  const { run_id: runId } = await system.confirm(draftId, { storefront: of })
  await system.waitForRun(runId, undefined, { storefront: of })
  await (await system.request('/api/products/summary', { storefront: of })).text()
  await database.query("update run_images set settled_at = settled_at - interval '1 hour'")
}

async function check(...args: string[]) {
  const { code, output, lines } = await startOperatorCommand(system, 'doctor', args).ended
  expect(output).not.toMatch(/Teapot|teapot|http|\.jpg/)
  const problems = lines.slice(0, -1).filter(({ severity }) => severity === 'WARNING')
  for (const { what_next: next } of problems) {
    const anchor = /doctor\.md#([\w-]+)/.exec(String(next))?.[1]
    if (anchor !== undefined) expect(anchorsOf(runbook)).toContain(anchor)
  }
  return { code, lines, problems, last: lines.at(-1) }
}

function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
}
