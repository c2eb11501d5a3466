import type { Choice, DraftSummary, Person, Tally } from '@catalog/contracts'
import type { ColumnChoice } from '@catalog/dialects'
import type { MoveColumn } from '../catalog/storefront-moves.sql.ts'
import { StatementPart } from '../postgres/database.ts'

/** Identifies one draft; another storefront's is not found. */
export interface DraftKey {
  storefrontId: string
  draftId: string
}

/** A draft without its rows, file and plan, which are read separately. */
export interface DraftHead extends DraftKey, DraftSource {
  content: DraftContent
  createdAt: Date
  expiresAt: Date
}

/** Where a draft comes from; a recheck keeps it. */
export interface DraftSource {
  fileName: string | null
  createdBy: Person | null
  /** The `sub` of each person who has changed it since; `''` for one whose is not known. */
  revisedBy: string[]
  /** The run that it would undo; null for a file. */
  undoes: string | null
}

/** The mapping with which a draft's file was read. */
export interface DraftMapping extends ColumnChoice {
  /** Null if the mapping is not remembered. */
  mappingId: string | null
  /** True if it was not sent with the file but remembered from an earlier one. */
  remembered: boolean
}

/** What a preview computes and a recheck replaces, as the API shows it, but for the mapping. */
export interface DraftContent extends Shown, Counts {
  /** Null if no mapping was used. */
  mapping: DraftMapping | null
  /** Null: all of the file. */
  choice: Choice | null
  /** Null in a draft of the release before. */
  tally: Tally | null
}

type Counts = Omit<DraftSummary['preview'], keyof Tally>
type Shown = Omit<
  DraftSummary,
  | 'draft_id'
  | 'storefront_id'
  | 'origin'
  | 'file_name'
  | 'created_by'
  | 'mapping'
  | 'choice'
  | 'preview'
  | 'importable'
  | 'created_at'
  | 'expires_at'
  | 'review_url'
>

/** The columns of `import_drafts` that have a draft's content. */
const contentColumns = Object.keys({
  dialect: true,
  delimiter: true,
  encoding: true,
  mapping: true,
  choice: true,
  edits: true,
  row_count: true,
  product_count: true,
  adds: true,
  updates: true,
  unchanged: true,
  errors: true,
  clears: true,
  tally: true,
  warnings: true,
  unknown_columns: true,
  unknown_columns_count: true,
} satisfies Record<keyof DraftContent, true>)

/** For a statement that stores the content: each column with the value to bind. */
export function contentValues(of: DraftContent): [column: string, value: string | number | null][] {
  const values = new Map<string, DraftContent[keyof DraftContent]>(Object.entries(of))
  return contentColumns.map((column) => {
    const value = values.get(column) ?? null
    return [column, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]
  })
}

/** What `toHead` reads. */
export const headColumns = new StatementPart(
  `storefront_id as "storefrontId", draft_id as "draftId", file_name as "fileName", created_by as "createdBy", revised_by as "revisedBy",
  undoes,
  created_at as "createdAt", expires_at as "expiresAt", ${contentColumns.join(', ')}`,
)

export type HeadColumns = Omit<DraftHead, 'content'> & DraftContent & MoveColumn

export function toHead(columns: HeadColumns): DraftHead {
  const {
    storefrontId,
    draftId,
    fileName,
    createdBy,
    revisedBy,
    undoes,
    createdAt,
    expiresAt,
    move: _,
    ...content
  } = columns
  return { storefrontId, draftId, fileName, createdBy, revisedBy, undoes, createdAt, expiresAt, content }
}
