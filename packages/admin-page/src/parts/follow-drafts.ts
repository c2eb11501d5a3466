import { answerOf, api } from '../api/client.ts'
import { ApiError } from '../api/problem.ts'
import type { PartState, Split } from './split.ts'

/** The new states of parts in review, by number: applied or, if the preview no longer exists, to be uploaded again. */
export async function followDrafts(split: Split, signal: AbortSignal): Promise<Map<number, PartState>> {
  const changes = new Map<number, PartState>()
  for (const { number, state, fileName } of split.parts) {
    if (state.is !== 'in_review' || (await isOpen(state.draftId, signal))) continue
    changes.set(number, (await findRun(state.draftId, fileName, signal)) ?? { is: 'waiting' })
  }
  return changes
}

async function isOpen(draftId: string, signal: AbortSignal): Promise<boolean> {
  const params = { path: { draft_id: draftId } }
  try {
    await answerOf(api.GET('/api/products/imports/{draft_id}', { params, signal }))
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return false
    throw error
  }
}

/** The run of the draft that was uploaded under this name. */
async function findRun(
  draftId: string,
  fileName: string,
  signal: AbortSignal,
): Promise<PartState | undefined> {
  const query = { q: fileName.slice(0, maxSearch), limit: 100 }
  const { runs } = await answerOf(api.GET('/api/products/imports/runs', { params: { query }, signal }))
  const run = runs.find(({ draft_id: of }) => of === draftId)
  return run && { is: 'applied', runId: run.run_id, errored: run.errored }
}

/** Characters of a search in the history, at most. */
const maxSearch = 200
