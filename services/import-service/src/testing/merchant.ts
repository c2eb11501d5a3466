import { Readable } from 'node:stream'
import type { Draft, ImageSettlement, Run } from '@catalog/contracts'
import { createDraft } from '../drafts/create-draft.ts'
import { settleImage } from '../images/settle-image.ts'
import { confirmDraft } from '../runs/confirm-draft.ts'
import { imageOf, readRun, settlementOf, takeClaim } from './stored-runs.ts'
import type { TestContext } from './test-context.ts'

/** What merchants do with files, and workers with their images. */
export function merchantOf(service: TestContext) {
  const upload = (storefront_id: string, file: string | Uint8Array): Promise<Draft> =>
    createDraft(service.context, { storefront_id }, Readable.from([Buffer.from(file)]))
  const confirm = async ({ storefront_id, draft_id }: Draft): Promise<Run> =>
    (await confirmDraft(service.context, { storefront_id, draft_id })).run
  return {
    upload,
    confirm,
    importFile: async (storefront: string, file: string | Uint8Array): Promise<Run> =>
      confirm(await upload(storefront, file)),
    /** Settles the run's first image, by default as fetched. */
    settle: async (run: Run, fields: Partial<ImageSettlement> = {}): Promise<Run> => {
      const image = imageOf(run)
      await settleImage(service.context, settlementOf(image, await takeClaim(service.context, image), fields))
      return await readRun(service.context, run)
    },
  }
}
