import type { Run } from '@catalog/contracts'
import { confirmDraft } from '../confirm-draft.ts'
import type { Context } from '../context.ts'
import { getRun } from '../get-run.ts'
import { inputOf, planOfNew, storeDraft } from './stored-drafts.ts'

/** Confirms a draft that adds one product with so many images. */
export async function confirmImages(context: Context, storefrontId: string, images: number): Promise<Run> {
  const key = await storeDraft(context, storefrontId, planOfNew(1, { images }))
  return (await confirmDraft(context, inputOf(key))).run
}

/** The run's image of that index, as claims and settlements name it. */
export function imageOf(run: Run, index = 0): { storefront_id: string; run_id: string; image_id: string } {
  const image = run.image_outcomes[index]
  if (image === undefined) throw new Error(`the run has no image ${index}`)
  return { storefront_id: run.storefront_id, run_id: run.run_id, image_id: image.image_id }
}

export async function readRun(context: Context, run: Run): Promise<Run> {
  return await getRun(context, { storefront_id: run.storefront_id, run_id: run.run_id })
}
