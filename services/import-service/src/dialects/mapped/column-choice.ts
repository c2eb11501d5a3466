import type { MappingIdentity } from '@catalog/contracts'

/** What the columns of a file are said to be. */
export interface ColumnChoice {
  /** The name in the header, and the canonical column that it is. */
  columns: [name: string, target: string][]
  /** How a row finds its product; null where columns are only added to what is known of the file. */
  identity: MappingIdentity | null
}
