import { describe, expect, test } from '@jest/globals'
import { v7 as newId } from 'uuid'
import { retryImages } from '../images/retry-images.ts'
import { query } from '../postgres/database.ts'
import { imageOf, readRun, rejected } from '../testing/stored-runs.ts'
import { merchantOf } from '../testing/merchant.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const service = await useTestContext()
const { context, database, clock, idle } = service
const { upload, confirm, importFile, settle } = merchantOf(service)

describe('an image that could not be fetched (RB-3)', () => {
  test('gives way to the corrected URL, which is fetched as the same image', async () => {
    const storefront = newId()
    const run = await importFile(storefront, fileWith('broken'))
    await settle(run, rejected)

    const draft = await upload(storefront, fileWith('fixed'))
    expect(draft.preview.rows[0]).toMatchObject({
      kind: 'update',
      changes: [{ field: 'image_url', before: urlOf('broken'), after: urlOf('fixed') }],
    })
    const second = await confirm(draft)
    expect(second).toMatchObject({
      status: 'fetching_images',
      image_counts: { pending: 1 },
      image_outcomes: [{ image_id: imageOf(run).image_id, url: urlOf('fixed'), outcome: 'pending' }],
    })
    const fetched = await settle(second)
    expect(fetched).toMatchObject({ status: 'completed', image_counts: { fetched: 1 } })
  })

  test('gives way after the details of its run are deleted too, and is no longer broken once it is fetched', async () => {
    const storefront = newId()
    const run = await importFile(storefront, fileWith('broken'))
    await settle(run, rejected)
    await laterRun()
    expect(await readRun(context, run)).toMatchObject({ details_until: null, image_outcomes: [] })
    expect((await upload(storefront, fileWith('broken'))).warnings).toEqual([])

    const second = await importFile(storefront, fileWith('fixed'))
    expect(second.image_outcomes).toMatchObject([{ image_id: imageOf(run).image_id, outcome: 'pending' }])
    await settle(second)
    await laterRun()
    expect(await readRun(context, second)).toMatchObject({ details_until: null, image_outcomes: [] })
    expect(await query(database)`select outcome from run_images where storefront_id = ${storefront}`).toEqual(
      [{ outcome: 'fetched' }],
    )
    const third = await upload(storefront, fileWith('another'))
    expect(third.preview.rows[0]).toMatchObject({
      changes: [
        { field: 'image_url', before: null },
        { field: 'image_position', after: '2' },
      ],
    })

    async function laterRun() {
      clock.advance(91 * 24 * 60 * 60_000)
      await importFile(storefront, `handle,title,variant_price\np-${newId()},P,1\n`)
      await idle()
    }
  })

  test('is not requested any more by its old URL', async () => {
    const storefront = newId()
    const run = await importFile(storefront, fileWith('broken'))
    await settle(run, rejected)
    await importFile(storefront, fileWith('fixed'))
    const key = { storefront_id: storefront, run_id: run.run_id }
    expect(await retryImages(context, key)).toMatchObject({
      image_counts: { pending: 0, rejected: 1 },
    })
  })

  test('is kept where a retry has fetched it since the preview', async () => {
    const storefront = newId()
    const run = await importFile(storefront, fileWith('broken'))
    await settle(run, rejected)
    const draft = await upload(storefront, fileWith('fixed'))
    await retryImages(context, { storefront_id: storefront, run_id: run.run_id })
    await settle(run)
    await expect(confirm(draft)).rejects.toMatchObject({ code: 'draft_stale' })
    const again = await upload(storefront, fileWith('fixed'))
    expect(again.preview.rows[0]).toMatchObject({ kind: 'add', changes: [{}, { after: '2' }] })
  })

  test('is pointed out where the same file changes nothing', async () => {
    const storefront = newId()
    const run = await importFile(storefront, fileWith('broken'))
    await settle(run, rejected)
    const draft = await upload(storefront, fileWith('broken'))
    expect(draft.warnings).toMatchObject([
      {
        code: 'images_to_retry',
        message: expect.stringMatching(/could not be fetched in the import of .*: 1\./),
      },
    ])
    await expect(confirm(draft)).rejects.toMatchObject({
      code: 'nothing_to_import',
      message: expect.stringContaining('retry them there'),
      errors: [{ code: 'images_to_retry', value: run.run_id }],
    })
  })

  test('is not, where all images were fetched', async () => {
    const storefront = newId()
    await settle(await importFile(storefront, fileWith('fine')))
    const draft = await upload(storefront, fileWith('fine'))
    expect(draft.warnings).toEqual([])
    await expect(confirm(draft)).rejects.toMatchObject({
      code: 'nothing_to_import',
      errors: undefined,
    })
  })
})

function fileWith(name: string): string {
  return `handle,title,variant_price,image_url\ncap,Cap,1,${urlOf(name)}\n`
}

function urlOf(name: string): string {
  return `https://a.example/${name}.jpg`
}
