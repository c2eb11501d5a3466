import type { ProblemParameters, RowErrorCode, RowWarningCode, StoredProduct } from '@catalog/catalog'
import type { Delimiter, Dialect as DialectName, FileWarning } from '@catalog/contracts'

/** A file's data as its dialect reads it: in canonical columns, cells still as text. */
export interface CanonicalTable {
  /** The canonical column at each position of `cells`; null: ignored. */
  columns: (string | null)[]
  rows: CanonicalRow[]
  /**
   * Whether the file is a canonical one: its texts carry the formula guard, and a blank cell clears the stored value.
   * In a foreign file a blank cell has no effect (csv-format.md §5).
   */
  canonical: boolean
  /**
   * A row with a price and no compare-at price clears the stored one: the file lists sales, so this product is not or
   * no longer on sale (csv-format.md §9).
   */
  compareAtFollowsPrice?: boolean
  /**
   * An option that was made of titles. A stored variant keeps its value of it, and a stored product with other options
   * does not get it instead of these.
   */
  titleOption?: string | undefined
  /** The delimiter of cells; if it is a semicolon, the dot of `1.299` may separate thousands (csv-format.md §6). */
  delimiter?: Delimiter | undefined
  /** The file has the rows of another one that failed, and those that these need. */
  isReport?: boolean | undefined
  file?: FileCells | undefined
  /** Warnings of the dialect about the whole file. */
  warnings?: FileWarning[]
  /** Handles that the dialect made of names: SKUs and ids take precedence in finding these products. */
  handlesFromNames?: HandlesFromNames
  /**
   * A row's product is the one whose variant has its SKU, whatever handle was made for it. Rows without such a product
   * are new products: one for each SKU, or with variants if the table has options.
   */
  productsOfSkus?: 'one_each' | 'with_options'
  /** The file only changes what the catalog has: a row about anything else is an error that says so. */
  addsNothing?: boolean
  /** A row is about the stored variant that has its barcode, with or without zeros in front; none is added. */
  variantsOfBarcodes?: true
  /** Names for a new product's options if the file has only their values; `''` without a value. */
  optionNames?: string[]
  /** Set if rows belong to products that are not in the file but may be stored. */
  outside?: OutsideProducts
}

export interface HandlesFromNames {
  made: ReadonlyMap<string, MadeHandle>
  /** Whether the file has a column of SKUs, so that a product without one has none in its shop system either. */
  hasSkus: boolean
  /** Whether rows with options that a stored product of their name does not have are further variants of it. */
  namesTie?: boolean
}

export interface MadeHandle {
  /**
   * The texts that the product's handle may be made of: its name, then longer ones. None if it is the file's own, so that
   * a stored product that has it is this one, unless SKUs say otherwise.
   */
  names: readonly string[]
  /** The product's own SKU, even if only its variants are sold; `''` if it has none. */
  sku: string
  /** The product's id in its shop system, as in `woocommerce:12`. */
  sourceId: string | undefined
}

export interface OutsideProducts {
  /** SKUs of stored variants by which their products may be identified. */
  skus: string[]
  /** The table with the rows whose products `find` identifies by one of the SKUs. */
  link(find: (sku: string) => StoredProduct | undefined): CanonicalTable
}

export interface CanonicalRow {
  /**
   * The spreadsheet's row number. Several rows may have the same one: a foreign row's content (a list of images, a
   * product with its only variant) takes several rows in canonical form. They are shown and counted as one row, fail
   * together, and belong to one product.
   */
  row: number
  /** May be shorter than `columns`: missing cells are blank. */
  cells: string[]
  /** Errors from reading the file and from the dialect; errors of the cells' values come later. */
  errors: RowIssue<RowErrorCode>[]
  warnings: RowIssue<RowWarningCode>[]
  /** The column by which the file says that the row's variant is in stock, if it does not say how many there are. */
  inStock?: string | undefined
  /** A part of the row before it, which has all that identifies the product. */
  continues?: true
  /** The row has nothing to import, and its warnings say why; it counts as unchanged. */
  skipped?: true
  /** The handle in the file of a skipped row without cells. */
  named?: string
  /**
   * Rows of the same file that this row needs to be read the same way: its product's, or those that it shares a name
   * with. May include the row itself; many rows may share one array.
   */
  needs?: number[]
}

/** What a preview says of the file's own cells. */
export interface FileCells {
  /** By row, the cells that somebody edited after the upload, with what the file has there. */
  edited: ReadonlyMap<number, EditedCell[]>
  /** The name in the header of the one column whose cell in this row the problem is about; undefined if none is certain. */
  columnOf(row: number, problem: Pick<RowIssue<string>, 'column' | 'value'>): string | undefined
}

/** An edited cell, by its column's name in the header; null: it is empty in the file. */
export type EditedCell = Pick<RowIssue<RowWarningCode>, 'column' | 'value'>

export interface RowIssue<Code> {
  column: string | null
  code: Code
  value: string | null
  /** The parameters of its sentence (`rowErrorCases`, `rowWarningCases`). */
  parameters?: ProblemParameters
  /** The right value, as the file writes it, if it is certain. */
  suggestion?: string
  /** The name of `column` in the file's header, if it is another one. */
  file_column?: string
}

/** A record of the file as it was uploaded. */
export interface CsvRecord {
  row: number
  cells: string[]
  /** Problems from reading that no dialect changes: a cell is unusable or was corrected. */
  errors?: RowIssue<RowErrorCode>[]
  warnings?: RowIssue<RowWarningCode>[]
}

/** A system's way of writing a catalog as CSV. Each has its own file and an entry in `dialects.ts`. */
export interface Dialect {
  name: DialectName
  /** The header's cells as the dialect compares them. */
  normalize(header: string): string
  /**
   * Recognised by: all of `all` (of a nested list: one), and one more of `any` (normalised); none of `never`. `variant
   * …` is any name that begins so. A column of `words` counts only if most of its cells, as far as the first rows have
   * any, are such words.
   */
  mustHave: { all: (string | string[])[]; any: string[]; words?: Record<string, readonly string[]> }
  never: string[]
  /** Names that files of other kinds have as well, besides those of the canonical format (doubt.ts). */
  common?: string[]
  /** Whether the dialect uses a (normalised) column. */
  knows(header: string): boolean
  /** Whether a file may have a column that it uses several times. */
  repeats?(header: string): boolean
  /** The catalog's column that one of a mapped file is; `''` for none. */
  targetOf?(header: string): string
  /** Columns of a header that it uses as well, though their names alone do not tell: those of the shop's locations. */
  knownOf?(header: string[]): ReadonlySet<string>
  /** The column that an unknown one is probably a misspelling of. */
  nearest(header: string): string | null
  /** `now` decides which sales are active. */
  read(header: string[], records: CsvRecord[], now: Date): CanonicalTable
}
