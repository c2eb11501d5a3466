import { expect, test } from '@jest/globals'
import { v7 as newId } from 'uuid'
import type { Draft, ImageSettlement, Run } from '@catalog/contracts'
import { settleImage } from '../images/settle-image.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { change, sql } from '../postgres/database.ts'
import { imageOf, rejected, settlementOf, takeClaim } from '../testing/stored-runs.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { undoRun } from '../runs/undo-run.ts'
import { createDraft } from './create-draft.ts'

const service = useTestContext()

test('a row has pictures only of images that were fetched', async () => {
  const storefront = newId()
  const run = await confirm(storefront, await upload(storefront, fileWith('front', 'Front')))
  const image = imageOf(run)
  await settle(run, { renditions: ['original', 'thumb'] })
  const draft = await upload(storefront, fileWith('front', 'Left'))
  const picture = { url: urlOf('front'), image_id: image.image_id, renditions: ['original', 'thumb'] }
  expect(draft.preview.rows[0]?.pictures).toEqual([picture])

  // An undo's rows have them too.
  const second = await confirm(storefront, draft)
  const undo = await undoRun(service.context, { storefront_id: storefront, run_id: second.run_id })
  expect(undo.preview.rows[0]?.pictures).toEqual([picture])

  const other = newId()
  await settle(await confirm(other, await upload(other, fileWith('front', 'Front'))), rejected)
  expect((await upload(other, fileWith('front', 'Left'))).preview.rows[0]).not.toHaveProperty('pictures')
})

test("without a run's details, it has the rendition that every picture has", async () => {
  const storefront = newId()
  const run = await confirm(storefront, await upload(storefront, fileWith('front', 'Front')))
  await settle(run, {})
  await change(service.context.database, sql`delete from run_images where storefront_id = ${storefront}`)
  const { preview } = await upload(storefront, fileWith('front', 'Left'))
  expect(preview.rows[0]?.pictures).toMatchObject([{ renditions: ['original'] }])
})

function upload(storefront: string, csv: string): Promise<Draft> {
  return createDraft(service.context, { storefront_id: storefront }, body(csv))
}

async function* body(csv: string) {
  yield Buffer.from(csv)
}

async function confirm(storefront: string, { draft_id: draftId }: Draft): Promise<Run> {
  return (await confirmDraft(service.context, { storefront_id: storefront, draft_id: draftId })).run
}

async function settle(run: Run, fields: Partial<ImageSettlement>): Promise<void> {
  const image = imageOf(run)
  await settleImage(service.context, settlementOf(image, await takeClaim(service.context, image), fields))
}

function fileWith(name: string, alt: string): string {
  return `handle,title,variant_price,image_url,image_alt\nmug,Mug,5,${urlOf(name)},${alt}\n`
}

function urlOf(name: string): string {
  return `https://images.example/${name}.jpg`
}
