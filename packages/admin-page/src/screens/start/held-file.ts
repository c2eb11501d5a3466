import type { Identity } from '../../api/client.ts'
import type { MappingQuestion } from '../../api/mapping-question.ts'

/** The file that this tab has uploaded last, and what is known of its columns. */
export interface HeldFile {
  /** Null where only a mapping is to be begun with. */
  file: File | null
  /** The preview that was made of it. */
  draftId: string | null
  /** Null where nothing was asked about it. */
  question: MappingQuestion | null
  /** As what its columns were read, or were said to be. */
  before: { columns: Readonly<Record<string, string>>; identity: Identity | null } | null
}

let held: HeldFile | null = null

/** So that a file need not be chosen again to change what its columns hold. */
export function holdFile(next: HeldFile | null): void {
  held = next
}

export function heldFile(): HeldFile | null {
  return held
}
