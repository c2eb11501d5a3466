import assert from 'node:assert/strict'
import type { Run, RunPage, Summary } from '@catalog/contracts'
import sharp from 'sharp'
import type { RequestOptions } from '../support/api.ts'
import { csvOf } from '../support/canonical-file.ts'
import type { Lab } from './lab.ts'

/** The merchant's journey of the specification through the gateway, in its own storefront. */
export async function walkThrough({ api, helper }: Lab, storefront: string): Promise<void> {
  const options = { storefront }
  const draft = await api.upload(
    csvOf([
      { handle: 'pot', title: 'Pot', variant_price: '25', image_url: helper.picture(`/${storefront}.jpg`) },
      { handle: 'cup', title: 'Cup', variant_price: '7.99', status: 'draft' },
      { handle: 'vase', title: 'Vase', variant_price: '3', image_url: 'http://169.254.169.254/latest' },
      { handle: 'plate', title: 'Plate', variant_price: 'seven' },
    ]),
    options,
  )
  const { adds, updates, unchanged, errors } = draft.preview
  assert.deepEqual({ adds, updates, unchanged, errors }, { adds: 3, updates: 0, unchanged: 0, errors: 1 })

  const confirmed = await api.confirm(draft.draft_id, options)
  const run = await api.waitForRun(confirmed.run_id, undefined, { ...options, timeoutMs: 120_000 })
  assert.deepEqual(run.image_counts, { pending: 0, fetched: 1, rejected: 1, failed: 0 })
  assert.ok(run.image_outcomes.some(({ reason }) => reason === 'address_blocked'))
  await expectPictures(api, run, storefront)

  const history = await api.json<RunPage>('/api/products/imports/runs', options)
  assert.deepEqual(
    history.runs.map(({ run_id: id, status }) => ({ id, status })),
    [{ id: run.run_id, status: 'completed' }],
  )
  const summary = await api.json<Summary>('/api/products/summary', options)
  assert.equal(summary.product_count, 3)

  const exported = await api.request('/api/products/export', options)
  assert.equal(exported.status, 200)
  const again = await api.upload(new Uint8Array(await exported.arrayBuffer()), options)
  assert.equal(again.preview.unchanged, 3)
  assert.equal(again.importable, false)
  const refused = await api.request('/api/products/summary', { storefront: null })
  assert.equal(refused.status, 401)
}

/**
 * Checks that the gateway serves each fetched image of the run, at most 500.
 * @returns their number
 */
export async function expectPictures(
  api: Lab['api'],
  { run_id: runId }: Run,
  storefront: string,
): Promise<number> {
  const path = `/api/products/imports/runs/${runId}/images?outcome=fetched&limit=500`
  const { image_outcomes: fetched } = await api.json<Pick<Run, 'image_outcomes'>>(path, { storefront })
  for (const { image_id: id } of fetched) {
    const picture = await api.request(`/api/products/images/${id}/thumb`, { storefront })
    assert.equal(picture.status, 200, `image ${id}`)
    assert.equal((await sharp(await picture.arrayBuffer()).metadata()).format, 'webp')
  }
  return fetched.length
}

/** The whole export. */
export async function exportOf(api: Lab['api'], options: RequestOptions): Promise<string> {
  const response = await api.request('/api/products/export', options)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return text
}
