/** What is remembered of a draft: nothing of its content. */
export interface OpenDraft {
  draft_id: string
  storefront_id: string
  row_count: number
  created_at: string
  expires_at: string
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
