import type { ApartProduct } from '@catalog/reading/split'

/** A file that was too large for one import, in parts that are reviewed and applied one after the other. */
export interface Split {
  storefrontId: string
  /** The id of this split, so that another split's bytes are never taken for its own. */
  id: string
  fileName: string
  /** Milliseconds since 1970. */
  createdAt: number
  rowCount: number
  parts: readonly Part[]
  /** The first products with rows in several parts. */
  apart: readonly ApartProduct[]
  apartCount: number
}

export interface Part {
  /** From 1. */
  number: number
  fileName: string
  rowCount: number
  byteCount: number
  /** Row numbers in the spreadsheet of the whole file. */
  firstRow: number
  lastRow: number
  state: PartState
}

export type PartState =
  | { is: 'waiting' }
  | { is: 'in_review'; draftId: string }
  | { is: 'applied'; runId: string; errored: number }
  /** It had nothing to apply. */
  | { is: 'skipped' }

/** A merchant's file is private: it is stored no longer than it may be needed. */
export const maxDays = 7

export function isExpired({ createdAt }: Pick<Split, 'createdAt'>, now: number): boolean {
  return now >= endOf({ createdAt })
}

export function endOf({ createdAt }: Pick<Split, 'createdAt'>): number {
  return createdAt + maxDays * 24 * 60 * 60 * 1000
}

/** The parts that are neither applied nor skipped. */
export function partsLeft({ parts }: Pick<Split, 'parts'>): Part[] {
  return parts.filter(({ state }) => state.is === 'waiting' || state.is === 'in_review')
}

/**
 * The part of which a draft is the preview: the one that was uploaded as this draft, or a waiting one with its file’s
 * name.
 */
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
