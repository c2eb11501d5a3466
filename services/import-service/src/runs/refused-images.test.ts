import { beforeEach, describe, expect, test } from '@jest/globals'
import { createAddressGuard, refusals } from '@catalog/address-guard'
import type { RefusalDetail } from '@catalog/address-guard'
import type { Run } from '@catalog/contracts'
import { plannedImage, planOf, planOfNew } from '@catalog/preview/testing'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { reportUnreported } from './report-watch.ts'
import { requestDueImages } from '../images/dispatcher.ts'
import { retryImages } from '../images/retry-images.ts'
import { settleImage } from '../images/settle-image.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import {
  failed,
  imageOf,
  readRun,
  rejected,
  runsOf,
  settlementOf,
  takeClaim,
} from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { confirmDraft } from './confirm-draft.ts'
import { findRun } from './runs.sql.ts'

const service = await useTestContext()
const { context, database, events, clock, deleteRuns } = service
beforeEach(() => deleteRuns())

/** By reason, a URL that is refused because of its text alone. */
const refusedUrls: Record<RefusalDetail, string> = {
  syntax: 'https://cdn example/a.jpg',
  scheme: 'ftp://cdn.example/a.jpg',
  credentials: 'https://me:secret@cdn.example/a.jpg',
  port: 'https://cdn.example:8443/a.jpg',
  length: `https://cdn.example/${'a'.repeat(2_048)}.jpg`,
  literal: 'http://192.168.0.10/a.jpg',
  internal_name: 'http://media.local/a.jpg',
}
const all = Object.values(refusedUrls)
const fine = 'https://cdn.example/a.jpg'

describe('an image whose URL the address guard refuses by its text', () => {
  test('is settled with its confirm as image-service would have, and never requested', async () => {
    const run = await confirmUrls('mixed', [fine, ...all])

    expect(run).toMatchObject({
      status: 'fetching_images',
      completed_at: null,
      image_progress: { total: 8, handled: 7, percent: 87.5 },
      image_counts: { pending: 1, fetched: 0, rejected: 7, failed: 0 },
    })
    for (const [detail, { reason, message }] of Object.entries(refusals)) {
      const url = new Map(Object.entries(refusedUrls)).get(detail)
      expect(run.image_outcomes.find((image) => image.url === url)).toMatchObject({
        product_handle: expect.stringMatching(/^product-/),
        outcome: 'rejected',
        reason,
        message,
        attempts: 1,
        renditions: [],
      })
    }
    expect(await requestDue()).toEqual([fine])
    expect(await requestDue()).toEqual([])

    clock.advance(700)
    await settle(run, fine)
    expect(await readRun(context, run)).toMatchObject({ status: 'completed' })
    expect(completionsOf(run)).toEqual([
      { run_id: run.run_id, fetched: 1, rejected: 7, failed: 0, duration_ms: 700 },
    ])
  })

  test('is counted among the images that were settled, and the attempts', async () => {
    const before = await countersOf()
    await confirmUrls('counted', [fine, ...all, 'http://10.0.0.1/a.jpg'])
    const after = await countersOf()
    expect(after.settled - before.settled).toBe(8)
    expect(after.attempts - before.attempts).toBe(8)
    expect(after.literal - before.literal).toBe(2)
  })

  test('with no other, completes the run with its confirm (TEL-2, TEL-4)', async () => {
    events.length = 0
    const run = await confirmUrls('all', all)
    expect(run).toMatchObject({
      status: 'completed',
      completed_at: run.created_at,
      image_progress: { total: 7, handled: 7, percent: 100 },
      image_counts: { pending: 0, fetched: 0, rejected: 7, failed: 0 },
    })
    expect(events.map(({ name }) => name)).toEqual(['importRunCompleted', 'imagePhaseCompleted'])
    expect(completionsOf(run)).toEqual([
      { run_id: run.run_id, fetched: 0, rejected: 7, failed: 0, duration_ms: 0 },
    ])
    expect(await requestDue()).toEqual([])
    await reportUnreported(context)
    expect(completionsOf(run)).toHaveLength(1)
  })

  test('is reported later where the process dies before it could be (TEL-4)', async () => {
    const dying = {
      ...context,
      events: {
        ...context.events,
        importRunCompleted: () => {
          throw new Error('the process dies here')
        },
      },
    }
    await expect(confirmUrls('dying', all, dying)).rejects.toThrow('the process dies here')
    const [run] = await runsOf(context, 'dying')
    expect(run).toMatchObject({ status: 'completed' })
    clock.advance(2 * 60_000)
    await reportUnreported(context)
    expect(run && completionsOf(run)).toHaveLength(1)
  })

  test('is settled so where it replaces another image', async () => {
    const first = await confirmUrls('replaced', [fine])
    const [image] = first.image_outcomes
    const { rows } = await database.raw<{ rows: { product_id: string; version: number }[] }>(
      'select product_id, version from products where storefront_id = ?',
      ['replaced'],
    )
    const productId = rows[0]?.product_id ?? ''
    const update = plannedImage(productId, { imageId: image?.image_id ?? '', url: refusedUrls.literal })
    const touched = [{ productId, version: rows[0]?.version ?? 0 }]
    const plan = planOf({ touched, images: { updates: [{ ...update, refetch: 'always' }] } })
    const key = await storeDraft(context, 'replaced', plan, ['update'])
    const { run } = await confirmDraft(context, inputOf(key))
    expect(run).toMatchObject({
      status: 'completed',
      image_outcomes: [{ image_id: image?.image_id, outcome: 'rejected', reason: 'address_blocked' }],
    })
  })
})

describe('a retry', () => {
  test('settles such images again, and requests the others', async () => {
    const started = await confirmUrls('retried', [fine, 'https://cdn.example/b.jpg', refusedUrls.port])
    await settle(started, fine, rejected)
    for (let attempt = 0; attempt < 3; attempt++) {
      await settle(started, 'https://cdn.example/b.jpg', failed)
      clock.advance(10_000)
    }
    expect(await readRun(context, started)).toMatchObject({
      status: 'completed',
      image_counts: { rejected: 2, failed: 1 },
    })
    const before = await countersOf()

    const run = await retry(started)

    expect(run).toMatchObject({
      status: 'fetching_images',
      image_counts: { pending: 2, fetched: 0, rejected: 1, failed: 0 },
    })
    expect((await countersOf()).settled - before.settled).toBe(1)
    await settle(run, fine)
    await settle(run, 'https://cdn.example/b.jpg')
    expect(await readRun(context, run)).toMatchObject({
      status: 'completed',
      image_counts: { pending: 0, fetched: 2, rejected: 1, failed: 0 },
    })
    expect(completionsOf(run)).toHaveLength(2)
  })

  test('of nothing else is a phase that ends at once (TEL-4)', async () => {
    const started = await confirmUrls('again', all)
    clock.advance(60_000)
    const run = await retry(started)
    expect(run).toMatchObject({
      status: 'completed',
      completed_at: clock.time.toISOString(),
      image_counts: { pending: 0, rejected: 7 },
      image_outcomes: all.map(() => ({ outcome: 'rejected', attempts: 1 })),
    })
    expect(await requestDue()).toEqual([])
    expect(completionsOf(run)).toHaveLength(2)
  })

  test('requests them once the guard lets them through', async () => {
    const started = await confirmUrls('allowed', [refusedUrls.literal])
    const lenient = {
      ...context,
      guard: createAddressGuard({ allowedHosts: ['192.168.0.10:80'] }),
    }
    const input = { storefront_id: started.storefront_id, run_id: started.run_id }
    expect(await retryImages(lenient, input)).toMatchObject({
      status: 'fetching_images',
      image_outcomes: [{ outcome: 'pending', reason: null, message: null, attempts: 0 }],
    })
    expect(await requestDue()).toEqual([refusedUrls.literal])
  })

  test('leaves images that have another URL by now, and the run still completes', async () => {
    const started = await confirmUrls('moved', [fine, 'https://cdn.example/b.jpg'])
    await settle(started, fine, rejected)
    await settle(started, 'https://cdn.example/b.jpg', rejected)
    await service
      .database('product_images')
      .where({ storefront_id: 'moved', url: fine })
      .update({ url: 'https://cdn.example/fixed.jpg' })

    const run = await retry(started)

    expect(run).toMatchObject({ status: 'fetching_images', image_counts: { pending: 1, rejected: 1 } })
    await settle(run, 'https://cdn.example/b.jpg')
    expect(await readRun(context, run)).toMatchObject({
      status: 'completed',
      image_counts: { pending: 0, fetched: 1, rejected: 1 },
    })
  })
})

async function confirmUrls(storefront: string, urls: string[], within = context): Promise<Run> {
  const plan = planOfNew(1)
  const productId = plan.products.adds[0]?.productId ?? ''
  plan.images.adds = urls.map((url, index) =>
    plannedImage(productId, { url, normalizedUrl: `${index}`, position: index + 1 }),
  )
  const key = await storeDraft(within, storefront, plan)
  return (await confirmDraft(within, inputOf(key))).run
}

/** A retry writes the last phase's event again if it is not yet marked as reported. */
async function retry(run: Run): Promise<Run> {
  const key = { storefrontId: run.storefront_id, runId: run.run_id }
  await waitFor('the mark of the last phase', async () => {
    const stored = await findRun(database, key)
    return stored?.isCompletionUnreported === false
  })
  return await retryImages(context, { storefront_id: run.storefront_id, run_id: run.run_id })
}

async function settle(run: Run, url: string, outcome = {}): Promise<void> {
  const image = imageOf(
    run,
    run.image_outcomes.findIndex((one) => one.url === url),
  )
  await settleImage(context, settlementOf(image, await takeClaim(context, image), outcome))
}

/** The URLs of the images that a dispatcher requests now. */
async function requestDue(): Promise<string[]> {
  const urls: string[] = []
  await requestDueImages({
    ...context,
    publish: async (requests) => void urls.push(...requests.map(({ payload }) => payload.url)),
  })
  return urls
}

function completionsOf({ run_id: runId }: { run_id: string }): Record<string, unknown>[] {
  return events
    .filter(({ name, fields }) => name === 'imagePhaseCompleted' && fields['run_id'] === runId)
    .map(({ fields }) => fields)
}

async function countersOf() {
  const { images, imageAttempts } = context.metrics
  const settled = (await images.get()).values.find(({ labels }) => labels.outcome === 'rejected')
  const { values } = await imageAttempts.get()
  return {
    settled: settled?.value ?? 0,
    attempts: values.reduce((sum, { value }) => sum + value, 0),
    literal: values.find(({ labels }) => labels.detail === 'literal')?.value ?? 0,
  }
}
