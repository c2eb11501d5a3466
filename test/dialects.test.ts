import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startSystem } from './support/system.ts'
import type { System } from './support/system.ts'

const fixtures = new URL('../services/import-service/src/dialects/fixtures/', import.meta.url)

let system: System
beforeAll(async () => {
  system = await startSystem()
  // The files name images at hosts that nobody has; none of them is to be asked.
  await system.kill('image-service')
}, 60_000)
afterAll(() => system?.[Symbol.asyncDispose]())

test.each([
  ['shopify_legacy', 'shopify_legacy/realistic.csv'],
  ['shopify', 'shopify/realistic.csv'],
  ['woocommerce', 'woocommerce/store.csv'],
  ['medusa', 'medusa/realistic.csv'],
  ['bigcommerce_v2', 'bigcommerce_v2/realistic.csv'],
  ['bigcommerce_v3', 'bigcommerce_v3/realistic.csv'],
  ['magento2', 'magento2/realistic.csv'],
])(
  'a %s export is imported, exported as our own, and both files are then all unchanged',
  async (dialect, path) => {
    const file = await readFile(new URL(path, fixtures))
    const draft = await system.upload(file, { storefront: dialect })
    expect(draft.dialect).toBe(dialect)
    expect(draft.row_count).toBeGreaterThanOrEqual(20)
    const { adds, updates, unchanged, errors } = draft.preview
    expect(adds).toBeGreaterThan(0)
    expect(adds + updates + unchanged + errors).toBe(draft.row_count)
    const run = await system.confirm(draft.draft_id, { storefront: dialect })
    expect(run).toMatchObject({ added: adds, errored: errors })

    const exported = await system.request('/api/products/export', { storefront: dialect })
    const ours = await system.upload(await exported.bytes(), { storefront: dialect })
    expect(ours.dialect).toBe('canonical')
    expect(ours.preview).toMatchObject({ adds: 0, updates: 0, unchanged: ours.row_count, errors: 0 })

    const again = await system.upload(file, { storefront: dialect })
    expect(again.preview).toMatchObject({ adds: 0, updates: 0, errors })
    expect(again.importable).toBe(false)
  },
)
