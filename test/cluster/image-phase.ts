import assert from 'node:assert/strict'
import type { Run } from '@catalog/contracts'
import { catalogFile } from '../support/canonical-file.ts'
import { waitFor } from '../support/wait-for.ts'
import { expectPictures } from './journey.ts'
import type { Lab } from './lab.ts'

/** A run whose images are being fetched, four of them at this moment, and wait for the image host to open. */
export async function beginImagePhase(
  { api, helper }: Lab,
  storefront: string,
  imageCount = 12,
): Promise<Run> {
  await helper.hold()
  const imageUrl = (product: number) => helper.picture(`/${storefront}/${product}.jpg`)
  const file = catalogFile({ products: imageCount, variants: 1, images: 1, imageUrl })
  const draft = await api.upload(file, { storefront })
  const run = await api.confirm(draft.draft_id, { storefront })
  await waitFor(
    'fetches to be under way',
    async () => Object.keys(await helper.asked(`/${storefront}/`)).length === 4,
    { timeoutMs: 60_000, everyMs: 100 },
  )
  return run
}

/** The gateway may be away for a moment. */
export async function expectAllFetched({ api }: Lab, { run_id: id }: Run, storefront: string): Promise<Run> {
  const run = await waitFor(
    `run ${id}`,
    async () => {
      const path = `/api/products/imports/runs/${id}`
      const found = await api.json<Run>(path, { storefront }).catch(() => null)
      return found?.status === 'completed' && found
    },
    { timeoutMs: 240_000, everyMs: 200 },
  )
  const imageCount = run.image_progress.total
  assert.deepEqual(run.image_counts, { pending: 0, fetched: imageCount, rejected: 0, failed: 0 })
  let lastError: unknown
  const { pictures } = await waitFor(
    `the pictures of run ${id}`,
    async () => {
      try {
        return { pictures: await expectPictures(api, run, storefront) }
      } catch (error) {
        lastError = error
        return null
      }
    },
    { timeoutMs: 60_000, everyMs: 200 },
  ).catch((error: unknown) => {
    throw new AggregateError([error, lastError], `the pictures of run ${id} cannot be read`)
  })
  assert.equal(pictures, imageCount)
  return run
}
