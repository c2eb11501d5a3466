import type {
  ImageFields,
  ParametersOf,
  ProductFields,
  RowErrorCode,
  RowWarningCode,
  StoredImage,
  VariantFields,
} from '@catalog/catalog'
import type { Entity, FieldChange, RowVariant } from '@catalog/contracts'
import { addIssue } from '@catalog/dialects'
import type { RowIssue } from '@catalog/dialects'

/** A data row of the file and its outcome. A row with errors is not applied, in none of its parts. */
export interface FileRow {
  /** The spreadsheet's row number. */
  number: number
  /** Undefined if it is missing or not a handle: the row then belongs to no product. */
  handle: string | undefined
  /** Its content, mostly one part; empty if there is nothing to import. */
  parts: RowPart[]
  /** The row's handle and SKU to display, even if they are not valid. */
  shown: { handle: string | null; sku: string | null }
  /** Errors that concern this row alone. */
  errors: RowIssue<RowErrorCode>[]
  /** Errors that apply to every row of the product. */
  productErrors: RowIssue<RowErrorCode>[]
  warnings: RowIssue<RowWarningCode>[]
  /** As in `CanonicalRow`. */
  inStock: string | undefined
  /** All its changes. */
  changes: FieldChange[]
  /** The variants that it describes, after the import. */
  variants: RowVariant[]
  /** The stored images that its changes are about. */
  images: Set<StoredImage>
  /** What it adds or changes, each once. */
  entities: Entity[]
  /** Its product, variant or image is new. */
  adds: boolean
  /** Left out by choice. */
  isLeftOut: boolean
  /** The SKU of the stored variant that it describes. */
  storedSku: string | undefined
}

/** A row's data about its product, and about one variant and one image at most. */
export interface RowPart {
  row: FileRow
  /** Undefined if the part has none of these cells. */
  product: Cells<ProductFields> | undefined
  metadata: Map<string, string> | undefined
  variant: Cells<VariantFields>
  image: Cells<ImageFields>
  /** Whether it describes a variant, or an image (csv-format.md §3.3). */
  isVariant: boolean
  isImage: boolean
}

/** Values of cells; undefined if a cell is blank or not valid, or its column absent (see `Columns`). */
export type Cells<Fields> = { [Field in keyof Fields]: Fields[Field] | undefined }

/** An error or a warning about a column; null: about none. Unlike a dialect's, its value may be long. */
export function issue<Code extends RowErrorCode | RowWarningCode>(
  ...[column, code, value = null, parameters]: IssueArguments<Code>
): RowIssue<Code> {
  return { column, code, value, ...(parameters && { parameters }) }
}

/** A column, a code, what the file has there, and the parameters of the explanation. */
export type IssueArguments<Code> = [
  column: string | null,
  code: Code,
  value?: string | null,
  parameters?: ParametersOf<Code>,
]

export function fail<Code extends RowErrorCode>(row: FileRow, ...found: IssueArguments<Code>): void {
  addIssue(row.errors, issue(...found))
}

export function isValid({ errors }: FileRow): boolean {
  return errors.length === 0
}

/** Whether an error means that the row's cells may belong to other columns. */
export function isShift({ code }: RowIssue<RowErrorCode>): boolean {
  return code === 'data_beyond_header' || code === 'unclear_quotes'
}

export function isShifted({ productErrors }: FileRow): boolean {
  return productErrors.some(isShift)
}

export function isVariantRow({ parts }: FileRow): boolean {
  return parts.some(({ isVariant }) => isVariant)
}

export function recordEntity(row: FileRow, entity: Entity): void {
  if (!row.entities.includes(entity)) row.entities.push(entity)
}

/** The numbers of the first rows, as parameters of a problem. */
export function rowParameters(rows: Iterable<FileRow>): { rows: string; more?: number } {
  const all = [...new Set(rows)]
  const numbers = all.slice(0, 5).map(({ number }) => number)
  const more = all.length - numbers.length
  return { rows: numbers.join(', '), ...(more > 0 && { more }) }
}
