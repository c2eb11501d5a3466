import assert from 'node:assert/strict'
import type { Run } from '@catalog/contracts'
import { catalogFile } from '../support/canonical-file.ts'
import { untilServed } from '../support/until-served.ts'
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
  // The address may still lead to a pod that was just killed, which does not answer.
  const draft = await untilServed('the upload', () => api.upload(file, { storefront, ...patience() }))
  const run = await untilServed('the confirm', () =>
    api.confirm(draft.draft_id, { storefront, ...patience() }),
  )
  await waitFor(
    'fetches to be under way',
    async () => Object.keys(await helper.asked(`/${storefront}/`)).length === 4,
    { timeoutMs: 300_000, everyMs: 100 },
  )
  return run
}

export async function expectAllFetched({ api }: Lab, { run_id: id }: Run, storefront: string): Promise<Run> {
  const path = `/api/products/imports/runs/${id}`
  const read = () => api.json<Run>(path, { storefront, ...patience() })
  const end = () =>
    waitFor(
      `run ${id}`,
      async () => {
        const found = await untilServed(`run ${id}`, read)
        return found.status === 'completed' && found
      },
      { timeoutMs: 600_000, everyMs: 200 },
    )
  let run = await end()
  // Three attempts of ten seconds may end before a busy machine opens the image host.
  while (run.image_counts.failed > 0) {
    const failed = run.image_outcomes.filter(({ outcome }) => outcome === 'failed')
    assert.deepEqual([...new Set(failed.map(({ reason }) => reason))], ['timeout'])
    await api.json<Run>(`${path}/retry-images`, { method: 'POST', storefront })
    run = await end()
  }
  const imageCount = run.image_progress.total
  assert.deepEqual(run.image_counts, { pending: 0, fetched: imageCount, rejected: 0, failed: 0 })
  const pictures = await untilServed('the pictures', () => expectPictures(api, run, storefront))
  assert.equal(pictures, imageCount)
  return run
}

/** For one attempt of several. */
function patience(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(30_000) }
}
