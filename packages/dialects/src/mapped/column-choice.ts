import type { MappingIdentity } from '@catalog/contracts'

/** A mapping of a file's columns. */
export interface ColumnChoice {
  /** The name in the header, and the canonical column. */
  columns: [name: string, target: string][]
  /** How a row finds its product; null if columns are only added to a known format. */
  identity: MappingIdentity | null
}
