import type { ApartProduct } from '@catalog/catalog/split'

/** A file that was too large for one import, as parts that are reviewed and applied one after the other. */
export interface Split {
  storefrontId: string
  /** Of this split, so that the bytes of another one are never taken for its own. */
  id: string
  fileName: string
  /** Milliseconds since 1970. */
  createdAt: number
  rowCount: number
  parts: readonly Part[]
  /** Products with rows in several parts: the first ones. */
  apart: readonly ApartProduct[]
  apartCount: number
}

export interface Part {
  /** From 1. */
  number: number
  fileName: string
  rowCount: number
  byteCount: number
  /** Numbers in the spreadsheet that the whole file is. */
  firstRow: number
  lastRow: number
  state: PartState
}

export type PartState =
  | { is: 'waiting' }
  | { is: 'in_review'; draftId: string }
  | { is: 'applied'; runId: string; errored: number }
  /** There was nothing to apply in it. */
  | { is: 'skipped' }

/** What is kept of a file is private: no longer than somebody may need for it. */
export const maxDays = 7

export function isExpired({ createdAt }: Pick<Split, 'createdAt'>, now: number): boolean {
  return now >= endOf({ createdAt })
}

export function endOf({ createdAt }: Pick<Split, 'createdAt'>): number {
  return createdAt + maxDays * 24 * 60 * 60 * 1000
}

/** Neither applied nor skipped. */
export function partsLeft({ parts }: Pick<Split, 'parts'>): Part[] {
  return parts.filter(({ state }) => state.is === 'waiting' || state.is === 'in_review')
}

/** The part that a draft is the preview of: the one that was uploaded as it, or a waiting one with its file’s name. */
export function partOfDraft(
  { parts }: Pick<Split, 'parts'>,
  draft: { draft_id: string; file_name: string | null },
): Part | undefined {
  return (
    parts.find(({ state }) => state.is === 'in_review' && state.draftId === draft.draft_id) ??
    parts.find(({ state, fileName }) => state.is === 'waiting' && fileName === draft.file_name)
  )
}

export function withState(split: Split, number: number, state: PartState): Split {
  return {
    ...split,
    parts: split.parts.map((part) => (part.number === number ? { ...part, state } : part)),
  }
}
