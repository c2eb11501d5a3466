import { readSetting, writeSetting } from '../settings.ts'

/** What is remembered of a draft: nothing of its content. */
export interface OpenDraft {
  draft_id: string
  storefront_id: string
  row_count: number
  created_at: string
  expires_at: string
}

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

/** Those of a stored list that have not expired; whatever else is stored there is nothing. */
export function parseOpenDrafts(stored: string | null, now: number): OpenDraft[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list)
      ? list.filter(isOpenDraft).filter((draft) => Date.parse(draft.expires_at) > now)
      : []
  } catch {
    return []
  }
}

function isOpenDraft(value: unknown): value is OpenDraft {
  if (typeof value !== 'object' || value === null) return false
  const {
    draft_id,
    storefront_id,
    row_count,
    created_at,
    expires_at,
  }: Partial<Record<keyof OpenDraft, unknown>> = value
  return (
    [draft_id, storefront_id, created_at, expires_at].every((text) => typeof text === 'string') &&
    typeof row_count === 'number'
  )
}
