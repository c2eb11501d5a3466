import { beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as newId } from 'uuid'
import { planOfNew } from '@catalog/preview/testing'
import { preferIndexes, query, queryOne } from '../postgres/database.ts'
import { rowsRead } from '../testing/rows-read.ts'
import { inputOf, storeDraft } from '../testing/stored-drafts.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { confirmDraft } from './confirm-draft.ts'
import { judgeImages } from './refused-images.ts'
import { findImagesToRetry } from './run-images.sql.ts'
import { insertRunImages } from './write-run-images.sql.ts'
import { insertRun } from './write-runs.sql.ts'

const { context, database } = await useTestContext()

/** Enough for the test to see if all images are read once per row. */
const products = 300
const images = 2 * products

beforeAll(async () => {
  for (const storefrontId of ['a', 'b', 'c']) await confirmNew(storefrontId, 100)
  await database.raw('analyze')
  await confirmNew('new', products)
}, 60_000)

describe('of a storefront that the planner knows nothing of', () => {
  test('new images look each product up once', async () => {
    await database.transaction(async (transaction) => {
      await preferIndexes(transaction)
      const all = await query<{ imageId: string; productId: string; url: string }>(transaction)`
        select image_id as "imageId", product_id as "productId", url
        from product_images where storefront_id = 'new'`
      expect(all).toHaveLength(images)
      const run = await insertRun(transaction, newRun('new', images))
      const before = await rowsRead(transaction, 'products')
      await insertRunImages(transaction, run, await judgeImages(context.guard, all), new Date())
      expect((await rowsRead(transaction, 'products')) - before).toBeLessThanOrEqual(images)
    })
  })

  test('images that are retried are looked up once', async () => {
    await database.transaction(async (transaction) => {
      await transaction.raw("update run_images set outcome = 'failed' where storefront_id = 'new'")
      const { run_id: runId } = await queryOne<{ run_id: string }>(transaction)`
        select run_id from run_images where storefront_id = 'new' limit 1`
      const before = await rowsRead(transaction, 'product_images')
      expect(await findImagesToRetry(transaction, { storefrontId: 'new', runId }, false)).toHaveLength(images)
      expect((await rowsRead(transaction, 'product_images')) - before).toBeLessThanOrEqual(2 * images)
    })
  })
})

async function confirmNew(storefrontId: string, count: number): Promise<void> {
  const key = await storeDraft(context, storefrontId, planOfNew(count, { images: 2 }))
  await confirmDraft(context, inputOf(key))
}

function newRun(storefrontId: string, imagesTotal: number) {
  const id = newId()
  return {
    storefrontId,
    runId: id,
    draftId: id,
    fileName: null,
    createdBy: null,
    confirmedBy: null,
    choice: null,
    edits: 0,
    tally: null,
    catalogVersion: null,
    dialect: null,
    imagesRejected: 0,
    rowCount: null,
    undoes: null,
    added: 0,
    updated: 0,
    errored: 0,
    unchanged: 0,
    imagesTotal,
    durationMs: 0,
    createdAt: new Date(),
  }
}
