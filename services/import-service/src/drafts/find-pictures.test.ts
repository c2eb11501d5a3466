import { expect, test } from '@jest/globals'
import { v7 as newId } from 'uuid'
import { change } from '../postgres/database.ts'
import { imageOf, rejected } from '../testing/stored-runs.ts'
import { merchantOf } from '../testing/merchant.ts'
import { useTestContext } from '../testing/use-test-context.ts'
import { undoRun } from '../runs/undo-run.ts'

const service = await useTestContext()
const { context } = service
const { upload, confirm, importFile, settle } = merchantOf(service)

test('a row has pictures only of images that were fetched', async () => {
  const storefront = newId()
  const run = await importFile(storefront, fileWith('front', 'Front'))
  const image = imageOf(run)
  await settle(run, { renditions: ['original', 'thumb'] })
  const draft = await upload(storefront, fileWith('front', 'Left'))
  const picture = { url: urlOf('front'), image_id: image.image_id, renditions: ['original', 'thumb'] }
  expect(draft.preview.rows[0]?.pictures).toEqual([picture])

  // An undo's rows have them too.
  const second = await confirm(draft)
  const undo = await undoRun(context, { storefront_id: storefront, run_id: second.run_id })
  expect(undo.preview.rows[0]?.pictures).toEqual([picture])

  const other = newId()
  await settle(await importFile(other, fileWith('front', 'Front')), rejected)
  expect((await upload(other, fileWith('front', 'Left'))).preview.rows[0]).not.toHaveProperty('pictures')
})

test("without a run's details, it has the rendition that every picture has", async () => {
  const storefront = newId()
  const run = await importFile(storefront, fileWith('front', 'Front'))
  await settle(run)
  await change(context.database)`delete from run_images where storefront_id = ${storefront}`
  const { preview } = await upload(storefront, fileWith('front', 'Left'))
  expect(preview.rows[0]?.pictures).toMatchObject([{ renditions: ['original'] }])
})

function fileWith(name: string, alt: string): string {
  return `handle,title,variant_price,image_url,image_alt\nmug,Mug,5,${urlOf(name)},${alt}\n`
}

function urlOf(name: string): string {
  return `https://images.example/${name}.jpg`
}
