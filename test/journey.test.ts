import type { Run, RunPage, Summary } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { csvOf } from './support/canonical-file.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startPicturedSystem } from './support/pictured-system.ts'

const { images, system } = disposeAfterAll().use(await startPicturedSystem())

const fileOf = () =>
  csvOf([
    {
      handle: 'tea-pot',
      title: 'Tea pot',
      description_html: '<p>Holds "1.5" litres,\nand more</p>',
      tags: 'kitchen, tea',
      status: 'active',
      option1_name: 'Colour',
      option1_value: 'Blue',
      variant_sku: '00123',
      variant_price: '25',
      image_url: images.url('/blue.jpg'),
      image_alt: 'A blue tea pot',
      'metadata.care': ' by hand ',
    },
    {
      handle: 'tea-pot',
      option1_value: 'Red',
      variant_sku: '=SUM(A1)',
      variant_price: '26.5',
      image_url: images.url('/red.png'),
      variant_image_url: images.url('/red.png'),
    },
    { handle: 'cup', title: 'Cup', variant_price: '7.99', status: 'draft' },
    { handle: 'plate', title: 'Plate', variant_price: 'seven' },
  ])

test('a catalog is imported by preview and confirm, its images are fetched, and its export is all unchanged', async () => {
  const draft = await system.upload(fileOf())
  expect(draft).toMatchObject({
    storefront_id: 'shop',
    dialect: 'canonical',
    delimiter: ',',
    encoding: 'utf-8',
    row_count: 4,
    preview: { adds: 3, updates: 0, unchanged: 0, errors: 1, clears: 0, next_cursor: null },
    unknown_columns_count: 0,
    importable: true,
  })
  expect(Date.parse(draft.expires_at) - Date.parse(draft.created_at)).toBe(3_600_000)
  expect(draft.preview.rows.map(({ row, kind, handle }) => [row, kind, handle])).toEqual([
    [2, 'add', 'tea-pot'],
    [3, 'add', 'tea-pot'],
    [4, 'add', 'cup'],
    [5, 'error', 'plate'],
  ])
  expect(draft.preview.rows[3]?.errors[0]).toMatchObject({ column: 'variant_price', value: 'seven' })
  expect(await system.json<Summary>('/api/products/summary')).toMatchObject({ product_count: 0 })

  const confirmed = await system.confirm(draft.draft_id)
  expect(confirmed).toMatchObject({
    draft_id: draft.draft_id,
    added: 3,
    updated: 0,
    errored: 1,
    unchanged: 0,
    preview: {
      products: { new: 2, changed: 0, unchanged: 0, left_out: 0, with_errors: 1 },
      risks: [{ code: 'goes_live', products: 1, rows: 1 }],
      causes: [{ severity: 'error', column: 'variant_price', products: 1, rows: 1 }],
    },
  })

  const run = await system.waitForRun(confirmed.run_id)
  expect(run.image_progress).toEqual({ total: 2, handled: 2, percent: 100 })
  expect(run.image_counts).toEqual({ pending: 0, fetched: 2, rejected: 0, failed: 0 })
  expect(run.completed_at).not.toBeNull()

  const history = await system.json<RunPage>('/api/products/imports/runs')
  expect(history.next_cursor).toBeNull()
  expect(history.runs).toHaveLength(1)
  expect(history.runs[0]).toMatchObject({ run_id: run.run_id, status: 'completed' })
  expect(history.runs[0]).not.toHaveProperty('image_outcomes')

  expect(await system.json<Summary>('/api/products/summary')).toEqual({
    storefront_id: 'shop',
    catalog_version: 1,
    product_count: 2,
    products_by_status: { active: 1, draft: 1, archived: 0 },
    variant_count: 3,
    image_count: 2,
  })

  await expectRenditions(run)

  const exported = await system.request('/api/products/export')
  expect(exported.status).toBe(200)
  expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(exported.headers.get('x-catalog-product-count')).toBe('2')
  expect(exported.headers.get('x-catalog-version')).toBe('1')
  expect(exported.headers.get('content-disposition')).toMatch(
    /^attachment; filename="catalog-all-\d{8}T?\d{6}Z?\.csv"$/,
  )
  const file = new Uint8Array(await exported.arrayBuffer())
  const again = await system.upload(file)
  expect(again.preview).toMatchObject({ adds: 0, updates: 0, unchanged: 3, errors: 0 })
  expect(again.importable).toBe(false)

  const refused = await system.request(`/api/products/imports/${again.draft_id}/confirm`, { method: 'POST' })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'nothing_to_import' })

  await expectEvents(draft.row_count, run)
})

async function expectRenditions(run: Run): Promise<void> {
  const [outcome] = run.image_outcomes
  expect(outcome).toMatchObject({ outcome: 'fetched', reason: null, message: null, attempts: 1 })
  // 320 × 240 is smaller than a card: only the smaller sizes are not repeats.
  expect(outcome?.renditions).toEqual(['original', 'thumb'])
  const path = `/api/products/images/${outcome?.image_id}`
  const thumb = await system.request(`${path}/thumb`)
  expect(thumb.headers.get('content-type')).toBe('image/webp')
  const { format, width, height } = await sharp(await thumb.arrayBuffer()).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 160, height: 120 })

  const etag = thumb.headers.get('etag') ?? ''
  const cached = await system.request(`${path}/thumb`, {
    headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
  })
  expect(cached.status).toBe(304)
  expect((await system.request(`${path}/thumb`, { storefront: 'other' })).status).toBe(404)
  expect((await system.request(`${path}/card`)).status).toBe(404)
}

/** Expects exactly the payload fields of the specification's table. */
async function expectEvents(rowCount: number, { run_id }: Run): Promise<void> {
  const storefront_id = 'shop'
  const draft = { storefront_id, dialect: 'canonical', row_count: rowCount, unknown_columns_count: 0 }
  const payloads = {
    import_draft_created: { ...draft, adds: 3, updates: 0, unchanged: 0, errors: 1 },
    import_run_completed: { run_id, storefront_id, added: 3, updated: 0, errored: 1 },
    catalog_exported: { storefront_id, status_filter: 'all', product_count: 2 },
    image_phase_completed: { run_id, fetched: 2, rejected: 0, failed: 0 },
  }
  const envelope = { severity: 'INFO', time: expect.any(String), logger: 'telemetry' }
  for (const [event, payload] of Object.entries(payloads)) {
    await system.waitForEvent(event)
    // The export was uploaded as well.
    const [first, ...others] = system.events(event)
    expect(first).toEqual({ ...envelope, event, ...payload, duration_ms: expect.any(Number) })
    expect(others).toHaveLength(event === 'import_draft_created' ? 1 : 0)
  }
}

test('products, variants and images that are not in the file stay unchanged (INV-10)', async () => {
  const storefront = 'upsert'
  const both = await system.upload(
    csvOf([
      { handle: 'a', title: 'A', variant_price: '1', option1_name: 'Size', option1_value: 'S' },
      { handle: 'a', variant_price: '2', option1_value: 'L', image_url: images.url('/a.jpg') },
      { handle: 'b', title: 'B', variant_price: '3' },
    ]),
    { storefront },
  )
  await system.confirm(both.draft_id, { storefront })
  const before = await (await system.request('/api/products/export', { storefront })).text()

  const part = await system.upload(
    csvOf([{ handle: 'a', title: 'A', option1_name: 'Size', option1_value: 'S', variant_price: '1.10' }]),
    { storefront },
  )
  await system.confirm(part.draft_id, { storefront })
  const after = await (await system.request('/api/products/export', { storefront })).text()
  expect(after).toBe(before.replace(',1.00,', ',1.10,'))
})
