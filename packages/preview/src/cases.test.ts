import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { emptyCatalog, toProducts } from '../../../test/support/preview/apply-plan.ts'
import { exportOf, importFixture } from '../../../test/support/preview/import-fixture.ts'
import { outlineOf } from '../../../test/support/preview/outline.ts'
import { shop } from '../../../test/support/preview/shop.ts'

/** Files that are imported one after the other into a new catalog, or one that has our shop, each with its outline. */
interface Case {
  shows: string
  stored?: 'shop'
  imports: { csv: string[]; dialect?: string }[]
}

const folder = new URL('cases/', import.meta.url)

describe.each(readdirSync(folder))('%s', (name) => {
  const cases: Case[] = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

  test.each(cases)('$shows', async ({ stored, imports }) => {
    const catalog = stored === 'shop' ? await shop() : emptyCatalog()
    let last = Buffer.from('')
    for (const { csv, dialect = 'canonical', ...outline } of imports) {
      last = Buffer.from(csv.join('\n'))
      const before = toProducts(catalog)
      expect(outlineOf(await importFixture(last, catalog), before)).toEqual({ dialect, ...outline })
    }
    const again = await importFixture(last, catalog)
    expect(again.preview.counts).toMatchObject({ adds: 0, updates: 0 })
    if (catalog.products.size === 0) return
    const exported = await importFixture(exportOf(catalog), catalog)
    expect(exported.preview.counts).toMatchObject({ adds: 0, updates: 0, errors: 0 })
  })
})
