import type { FileWarning } from '@catalog/contracts'
import type { CanonicalRow, CsvRecord, Dialect } from '../dialect.ts'
import type { HeaderColumns } from '../header-columns.ts'
import type { NamedCells } from '../named-cells.ts'
import type { OffSale } from '../off-sale.ts'

/** A cell of the row, by its normalised header. */
export type Cell = (column: string) => string

/** What the columns of a file hold, by their normalised headers. */
export interface VariantColumns {
  /** How it is recognised; see `Dialect`. */
  all: (string | string[])[]
  any: string[]
  never: string[]
  /** By column of the catalog, the columns it is read from: the first filled one counts. Those of the first row count. */
  product: Record<string, string[]>
  variant: Record<string, string[]>
  /**
   * Options: the column of the value and that of the name, or the name itself. One that is `ifSeveral` is an option only
   * of a product whose rows differ in it, and one that is `ifNoOther` only in rows without another one.
   */
  options: Option[]
  /** Columns with images, as regular expressions in the order of the images; a cell may list several. */
  images: string[]
  /** Columns that a file may have several times: of those that are no images, the first filled one counts. */
  repeats?: string[]
  /** Columns that are read in another way; `price …` is any name that begins so. */
  read: string[]
  /** Columns that are not read, and are no misspellings of others. */
  others: string[]
}

export interface Option {
  name: string
  value: string
  ifSeveral?: boolean
  ifNoOther?: boolean
}

/** A system whose files have a row for each variant. */
export interface VariantSystem {
  name: Dialect['name']
  columns: VariantColumns
  offSale: OffSale
  normalize?: (header: string) => string
  /** What ties the rows of a product. `''`: the row belongs to the product above; undefined: it is one of its own. */
  key(cell: Cell): string | undefined
  /** The handle in the file; `''` if one is to be made of the title. */
  handle(cell: Cell): string
  /** The product's id in the system; `''` if the file has none. */
  id?: (cell: Cell) => string
  /** Whether a stored product with the SKUs takes precedence over a handle in the file. */
  isFoundBySku?: boolean
  /** Whether a row of this product has options. */
  hasOptions?: (cell: Cell) => boolean
  /** Name of an option made of titles, for a product whose own options do not tell its rows apart. */
  titleOption?: string
  /** Whether the first image of a row is the one of its variant. */
  hasVariantImages?: boolean
  compareAtFollowsPrice(columns: HeaderColumns): boolean
  /** How cells are read that are no plain copies; may warn. The reader is for one file. */
  reader(columns: HeaderColumns, now: Date): CellReader
}

export interface CellReader {
  variant(cell: Cell, row: CanonicalRow): NamedCells
  product?(cell: Cell, row: CanonicalRow): NamedCells
  warnings?(records: CsvRecord[]): FileWarning[]
}
