import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, jest, test } from '@jest/globals'
import { buildAdminPage } from '../deploy/local/admin-page.ts'
import { writeDemoCatalog } from '../deploy/local/demo-catalog.ts'
import { createDatabase } from './support/database.ts'
import { endedWell, expectDemoStory, makeLocalHome, startMs } from './support/local-start.ts'
import { startNats } from './support/nats.ts'
import { processesOf } from './support/processes-of.ts'

jest.setTimeout(3 * startMs)

test('the demo imports 5,000 rows of 1,000 products, each with a picture', () => {
  const { csv, rows, products } = writeDemoCatalog((product) => `http://pictures/${product}.jpg`)
  expect([rows, products]).toEqual([5_000, 1_000])
  expect(csv.match(/http:\/\/pictures\/\d+\.jpg/g)).toHaveLength(1_000)
})

test('the demo starts a system, on the servers in CATALOG_DATABASE_URL and CATALOG_NATS_URL, runs all of its steps on it, and stops it', async () => {
  await buildAdminPage()
  await using database = await createDatabase({ migrated: false })
  await using nats = await startNats()
  await using home = await makeLocalHome()
  const demo = home.run('demo.ts', {
    args: ['--products', '20'],
    env: { CATALOG_DATABASE_URL: database.url, CATALOG_NATS_URL: nats.url },
  })
  await endedWell(demo)
  expectDemoStory(demo.output())
  expect(processesOf(home.folder)).toEqual([])
  for (const server of ['postgres', 'nats']) expect(existsSync(join(home.folder, server))).toBe(false)
})
