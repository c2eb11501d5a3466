import { RunQuery } from '@catalog/contracts'
import type { ImageSettlement, Person, Run, RunPage } from '@catalog/contracts'
import { planOfNew } from '@catalog/preview/testing'
import type { z } from 'zod'
import { claimImage } from '../images/claim-image.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import type { Context } from '../context.ts'
import { getRun } from '../runs/get-run.ts'
import { listRuns } from '../runs/list-runs.ts'
import { inputOf, storeDraft } from './stored-drafts.ts'

/** Confirms a draft that adds one product with this many images. */
export async function confirmImages(
  context: Context,
  storefrontId: string,
  images: number,
  caller: Person | null = null,
): Promise<Run> {
  const key = await storeDraft(context, storefrontId, planOfNew(1, { images }))
  return (await confirmDraft(context, { ...inputOf(key), caller })).run
}

export interface ImageKey {
  storefront_id: string
  run_id: string
  image_id: string
}

/** The run's image with that index, as claims and settlements identify it. */
export function imageOf(run: Run, index = 0): ImageKey {
  const image = run.image_outcomes[index]
  if (image === undefined) throw new Error(`the run has no image ${index}`)
  return { storefront_id: run.storefront_id, run_id: run.run_id, image_id: image.image_id }
}

export async function readRun(context: Context, run: Run): Promise<Run> {
  return await getRun(context, { storefront_id: run.storefront_id, run_id: run.run_id })
}

/** A page of the storefront's history, by default newest first. */
export async function pageOfRuns(
  context: Context,
  storefront_id: string,
  asked: z.input<typeof RunQuery> = {},
): Promise<RunPage> {
  return await listRuns(context, { storefront_id, ...RunQuery.parse(asked) })
}

export async function runsOf(context: Context, storefrontId: string): Promise<RunPage['runs']> {
  return (await pageOfRuns(context, storefrontId)).runs
}

/** Claims the image and returns the claim's token; throws if it is not granted. */
export async function takeClaim(context: Context, image: ImageKey): Promise<string> {
  const claim = await claimImage(context, image)
  if (claim.result !== 'granted') throw new Error(`the claim was not granted: ${claim.result}`)
  return claim.token
}

/** A worker's settlement of a fetched image, or of one with another outcome. */
export function settlementOf(
  image: ImageKey,
  token: string,
  fields: Partial<ImageSettlement> = {},
): ImageSettlement {
  return {
    ...image,
    token,
    outcome: 'fetched',
    reason: null,
    message: null,
    renditions: ['original', 'thumb'],
    ...fields,
  }
}

export const failed: Partial<ImageSettlement> = {
  outcome: 'failed',
  reason: 'timeout',
  message: 'The host did not answer.',
  renditions: [],
}

export const rejected: Partial<ImageSettlement> = {
  outcome: 'rejected',
  reason: 'not_an_image',
  message: 'Not an image.',
  renditions: [],
}
