import type { CellEdit, Choice } from '@catalog/contracts'
import { createContext } from 'react'

/** How products of a draft are left out and taken back, and cells of its file corrected. */
export interface Choosing {
  choice: Choice
  isPending: boolean
  /** Leaves out the products, once their handles are known. */
  leaveOut: (handles: () => Promise<readonly string[]>) => void
  takeBack: (handle: string) => void
  /** Sets cells of the file, once the edits are known; null if there is no file. */
  edit: ((edits: () => CellEdit[] | Promise<CellEdit[]>) => void) | null
}

/** Null where nothing can be changed. */
export const Choosing = createContext<Choosing | null>(null)
