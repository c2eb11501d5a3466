import type { ImportPlan } from '@catalog/preview'
import { compress, decompress } from './compression.ts'

/** A plan as a draft stores it. */
export async function encodePlan(plan: ImportPlan): Promise<Buffer> {
  return await compress(Buffer.from(JSON.stringify(plan)))
}

export async function decodePlan(bytes: Buffer): Promise<ImportPlan> {
  const plan: Omit<ImportPlan, 'seen'> & Partial<ImportPlan> = JSON.parse(
    (await decompress(bytes)).toString(),
  )
  // Drafts of a previous release have none.
  return { ...plan, seen: plan.seen ?? [] }
}
