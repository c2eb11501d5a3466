import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import type { Draft } from '@catalog/contracts'
import { connected } from '../deploy/local/database.ts'
import { blocksOf } from './operations/support/runbooks.ts'
import { csvOf } from './support/canonical-file.ts'
import { createDatabase } from './support/database.ts'
import { startImageHost } from './support/image-host.ts'
import { startSystem } from './support/system.ts'

const readme = readFileSync(new URL('../helm/catalog/README.md', import.meta.url), 'utf8')
const imports = '/api/products/imports'

test('import-service needs a login that can change rows, but not the schema', async () => {
  await using undo = new AsyncDisposableStack()
  const images = undo.use(await startImageHost())
  const database = undo.use(await createDatabase())
  const administrator = await database.connect()
  const login = `rows_${randomBytes(6).toString('hex')}`
  const statements = blocksOf(readme, 'sql').find((sql) => sql.includes('catalog_import')) ?? ''
  await administrator.query(statements.replaceAll('catalog_import', login).replace('…', login))
  undo.defer(async () => void (await administrator.query(`drop owned by ${login}; drop role ${login}`)))
  const url = Object.assign(new URL(database.url), { username: login, password: login }).href

  const system = undo.use(
    await startSystem({
      env: {
        'import-service': { CATALOG_DATABASE_URL: url },
        'export-service': { CATALOG_DATABASE_URL: database.readerUrl },
        all: { CATALOG_IMAGE_ALLOWED_HOSTS: images.host },
      },
    }),
  )
  const file = csvOf([
    { handle: 'pot', title: 'Pot', variant_price: '25', image_url: images.url('/pot.jpg') },
    { handle: 'plate', title: 'Plate', variant_price: 'seven' },
  ])
  const cancelled = await system.upload(file)
  await system.request(`${imports}/${cancelled.draft_id}/cancel`, { method: 'POST' })
  const draft = await system.upload(file)
  await system.json(`${imports}/${draft.draft_id}/recheck`, { method: 'POST' })
  const { run_id } = await system.confirm(draft.draft_id)
  const run = await system.waitForRun(run_id)
  expect(run).toMatchObject({ added: 1, image_counts: { fetched: 1 } })
  const exported = await (await system.request('/api/products/export')).text()
  expect((await system.upload(exported)).preview).toMatchObject({ unchanged: 1, errors: 0 })
  const undone = await system.json<Draft>(`${imports}/runs/${run_id}/undo`, { method: 'POST' })
  await system.confirm(undone.draft_id)

  for (const change of [
    'drop table products',
    'alter table products add column more text',
    'truncate products',
    'create table more ()',
  ])
    await expect(connected(url, (own) => own.query(change))).rejects.toMatchObject({ code: '42501' })
})
