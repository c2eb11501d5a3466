import type { Choice, MappingIdentity } from '@catalog/contracts'
import type { MappingQuestion } from '../../api/mapping-question.ts'

/** The last file that this tab has uploaded, and its mapping. */
export interface HeldFile {
  /** Null if there is only a mapping to start with. */
  file: File | null
  /** The draft that was made of it. */
  draftId: string | null
  /** Null if the service asked nothing about it. */
  question: MappingQuestion | null
  /** The mapping that was used or chosen. */
  before: {
    columns: Readonly<Record<string, string>>
    identity: MappingIdentity | null
    choice: Choice | null
  } | null
}

let held: HeldFile | null = null

/** Keeps the file, so that it need not be chosen again to change its mapping. */
export function holdFile(next: HeldFile | null): void {
  held = next
}

export function heldFile(): HeldFile | null {
  return held
}
