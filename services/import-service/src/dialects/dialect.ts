import type { ProblemParameters, RowErrorCode, RowWarningCode, StoredProduct } from '@catalog/catalog'
import type { Delimiter, Dialect as DialectName, FileWarning } from '@catalog/contracts'

/** A file's data as its dialect reads it: in canonical columns, cells still as text. */
export interface CanonicalTable {
  /** The canonical column that each position of `cells` belongs to; null: ignored. */
  columns: (string | null)[]
  rows: CanonicalRow[]
  /**
   * Whether the file is in our own format: then texts carry the formula guard and a blank cell empties what is stored.
   * In a foreign one blank is untouched (csv-format.md §5).
   */
  canonical: boolean
  /**
   * A row with a price and no compare-at price empties the stored one: the file says what is on sale, and this is not, or
   * no longer (csv-format.md §9).
   */
  compareAtFollowsPrice?: boolean
  /** Between the file's cells; where it is a semicolon, the dot of `1.299` may separate thousands (csv-format.md §6). */
  delimiter?: Delimiter | undefined
  /** What the dialect found about the whole file. */
  warnings?: FileWarning[]
  /** Handles that the dialect made of names: their products are found by a stored SKU first. */
  handlesFromNames?: ReadonlySet<string> | 'all'
  /**
   * A row's product is the one whose variant has its SKU, whatever handle was made for it; rows without such one are new
   * products: one for each SKU, or with variants where the table has options.
   */
  productsOfSkus?: 'one_each' | 'with_options'
  /** What a new product's options are called where the file only has their values; `''` where there are none. */
  optionNames?: string[]
  /** Where rows belong to products that are not in the file, but may be stored. */
  outside?: OutsideProducts
}

export interface OutsideProducts {
  /** What their products may be known by: SKUs of stored variants. */
  skus: string[]
  /** The table with the rows whose products `find` knows by one of the SKUs. */
  link(find: (sku: string) => StoredProduct | undefined): CanonicalTable
}

export interface CanonicalRow {
  /**
   * The spreadsheet's row number. Several in a row may have the same: what a foreign row says in one (a list of images, a
   * product with its only variant), our format says in several. They are shown and counted as the one row that they are,
   * fail together, and belong to one product.
   */
  row: number
  /** May be shorter than `columns`: what is missing is blank. */
  cells: string[]
  /** What reading the file or the dialect found; the cells' own problems come later. */
  errors: RowIssue<RowErrorCode>[]
  warnings: RowIssue<RowWarningCode>[]
  /** The row holds nothing to import, and its warnings say why; it counts as unchanged. */
  skipped?: true
  /**
   * Rows of the same file without which this one would be read otherwise, or not at all: its product's, or those that it
   * shares a name with. May name the row itself, and be one array for many rows.
   */
  needs?: number[]
}

export interface RowIssue<Code> {
  column: string | null
  code: Code
  /** A sentence that tells the merchant what to do. */
  message: string
  value: string | null
  /** What an explanation in another language needs besides (`rowErrorCases`, `rowWarningCases`). */
  parameters?: ProblemParameters
}

/** A record of the file as it was uploaded. */
export interface CsvRecord {
  row: number
  cells: string[]
  /** What reading found that no dialect changes: a cell cannot be believed, or was set right. */
  errors?: RowIssue<RowErrorCode>[]
  warnings?: RowIssue<RowWarningCode>[]
}

/** One way of writing a catalog as CSV. Each has a file of its own and an entry in `dialects.ts`. */
export interface Dialect {
  name: DialectName
  /** The header's cells as the dialect compares them. */
  normalize(header: string): string
  /**
   * All of `all` (of a list in it: one), and one more of `any` (normalised); none of `never`. `variant …` is any name that
   * begins so. A column of `words` counts only where most of its cells, if the first rows have any, are such words.
   */
  mustHave: { all: (string | string[])[]; any: string[]; words?: Record<string, readonly string[]> }
  never: string[]
  /** Whether the dialect knows a (normalised) header. */
  knows(header: string): boolean
  /** The known name that a header which it does not know probably meant. */
  nearest(header: string): string | null
  /** `now` decides which sales are on. */
  read(header: string[], records: CsvRecord[], now: Date): CanonicalTable
}
