import type { Draft, Run } from '@catalog/contracts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '../session/session.ts'
import { readSetting } from '../settings.ts'
import { followDrafts } from './follow-drafts.ts'
import { changeSplit, forgetExpired, forgetSplit, readSplit } from './parts-store.ts'
import { partOfDraft, partsLeft, withState } from './split.ts'
import type { PartState, Split } from './split.ts'

/** The remaining parts of a file that was split, for the session's storefront. */
export const splitQuery = queryOptions({
  queryKey: ['parts', 'kept'],
  queryFn: loadSplit,
  staleTime: 0,
  retry: false,
})

/** The same after checking its previews, which may have been applied or discarded in another tab or on another day. */
export const followedSplitQuery = queryOptions({
  queryKey: ['parts', 'followed'],
  queryFn: async ({ client, signal }) => {
    const split = await loadSplit()
    if (split === null) return client.getQueryData<Split>(finishedKey) ?? null
    let followed: Split | null = split
    for (const [number, state] of await followDrafts(split, signal)) {
      followed = (await recordPart(client, split, number, state)) ?? followed
    }
    return followed
  },
  staleTime: 0,
  gcTime: 0,
})

/** A split without remaining parts is shown once more, and no longer stored. */
const finishedKey = ['parts', 'finished']

async function loadSplit(): Promise<Split | null> {
  const storefrontId = signedInTo()
  if (storefrontId === null || readSetting('parts') === null) return null
  await forgetExpired()
  return readSplit(storefrontId)
}

export function signedInTo(): string | null {
  const session = currentSession()
  return session.state === 'signed-in' ? session.claims.storefrontId : null
}

/** Stores the state of a part. Once no parts remain, deletes the split. */
export async function recordPart(
  client: QueryClient,
  split: Split,
  number: number,
  state: PartState,
): Promise<Split | null> {
  const changed = await changeSplit(split, (kept) => withState(kept, number, state))
  if (changed && partsLeft(changed).length === 0) {
    client.setQueryData(finishedKey, changed)
    await forgetSplit(split.storefrontId)
  }
  await client.invalidateQueries({ queryKey: splitQuery.queryKey })
  return changed
}

/** Null if the run does not belong to a part, as far as this screen knows. */
export function recordApplied(
  client: QueryClient,
  draft: Pick<Draft, 'draft_id' | 'file_name'>,
  { run_id: runId, errored }: Run,
): Promise<unknown> | null {
  const split = client.getQueryData(splitQuery.queryKey)
  const part = split ? partOfDraft(split, draft) : undefined
  if (!split || !part) return null
  return recordPart(client, split, part.number, { is: 'applied', runId, errored })
}
