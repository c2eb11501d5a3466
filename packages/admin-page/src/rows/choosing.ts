import type { Choice } from '@catalog/contracts'

/** How products of a draft are left out, and taken back. */
export interface Choosing {
  choice: Choice
  isPending: boolean
  /** Leaves out the products, once their handles are known. */
  leaveOut: (handles: () => Promise<readonly string[]>) => void
  takeBack: (handle: string) => void
}
