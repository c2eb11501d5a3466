import { readSetting, writeSetting } from '../settings.ts'
import { parseOpenDrafts } from './open-draft-list.ts'
import type { OpenDraft } from './open-draft-list.ts'

const maxKept = 5

/** Previews that were opened in this browser and are still kept, newest first: the API has no list of them. */
export function openDrafts(storefrontId: string, now: number): OpenDraft[] {
  return kept(now).filter((draft) => draft.storefront_id === storefrontId)
}

/** To be called with each draft that is opened or checked again. */
export function rememberDraft({
  draft_id,
  storefront_id,
  row_count,
  created_at,
  expires_at,
}: OpenDraft): void {
  const others = kept(Date.now()).filter((draft) => draft.draft_id !== draft_id)
  keep([{ draft_id, storefront_id, row_count, created_at, expires_at }, ...others])
}

/** To be called once it is confirmed, cancelled or gone. */
export function forgetDraft(draftId: string): void {
  keep(kept(Date.now()).filter((draft) => draft.draft_id !== draftId))
}

function kept(now: number): OpenDraft[] {
  return parseOpenDrafts(readSetting('drafts'), now)
}

function keep(drafts: readonly OpenDraft[]): void {
  writeSetting('drafts', drafts.length === 0 ? null : JSON.stringify(drafts.slice(0, maxKept)))
}
