import type {
  Column,
  ImageFields,
  ParametersOf,
  ProductFields,
  RowErrorCode,
  RowWarningCode,
  StoredProduct,
  VariantFields,
} from '@catalog/catalog'
import type { RowIssue } from '@catalog/dialects'
import { isValid } from './file-row.ts'
import type { FileRow, RowPart } from './file-row.ts'
import { withZeros } from './keys.ts'
import type { Columns } from './parse-rows.ts'
import type { SkuOwner, TitleOwner } from './types.ts'

/** The rows of one product, in file order, and the stored product. */
export interface Group {
  handle: string
  rows: FileRow[]
  /** The rows' parts, in order. */
  parts: RowPart[]
  existing: StoredProduct | undefined
  /** For a new product: a stored handle, not in the file, that equals this one with leading zeros. */
  padded: string | undefined
}

export interface PreviewContext {
  columns: Columns
  /** Whether a blank cell clears the stored value. */
  blankClears: boolean
  /** Names for a new product's options if the file has only their values; set if the file is a mapped one. */
  optionNames: string[] | undefined
  /** As in `CanonicalTable`. */
  titleOption: string | undefined
  /** Whether a price without a compare-at price clears the stored one. */
  compareAtFollowsPrice: boolean
  /** Whether the file only changes what the catalog has. */
  addsNothing: boolean
  skuOwners: Map<string, SkuOwner>
  titleOwners: Map<string, TitleOwner>
  /** Columns whose values products that exist keep; of a group, only if its product exists. */
  kept: KeptFields | undefined
  /** Rows of the group whose cells were removed since the product keeps its values. */
  emptied?: Set<FileRow>
  setAside?: SetAside
  /** Ids of stored images that were never fetched. */
  brokenImages: Set<string>
  /** A key that is equal for two URLs of the same image. */
  imageKey: (url: string) => string
  /** Why an image's URL can never be fetched; undefined if it may be. */
  faultOf: (url: string) => ParametersOf<'image_not_fetchable'> | undefined
  /** The column name of a metadata key; the same string for all rows, to save memory. */
  metadataName: (key: string) => string
  newId: () => string
}

/** The columns whose values products that exist keep. */
export interface KeptFields {
  product: Column<ProductFields>[]
  variant: Column<VariantFields>[]
  image: Column<ImageFields>[]
  has(column: string | null): boolean
}

/** Problems of cells that count only if the row's variant is new. */
export type SetAside = Map<
  FileRow,
  { errors: RowIssue<RowErrorCode>[]; warnings: RowIssue<RowWarningCode>[] }
>

/** Rows with the same handle are one product, anywhere in the file (csv-format.md §3.1). */
export function groupRows(rows: FileRow[], products: Map<string, StoredProduct>): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const { handle } = row
    if (handle === undefined) continue
    let group = groups.get(handle)
    if (!group) {
      group = { handle, rows: [], parts: [], existing: products.get(handle), padded: undefined }
      groups.set(handle, group)
    }
    group.rows.push(row)
    for (const part of row.parts) group.parts.push(part)
  }
  for (const group of groups.values()) {
    if (group.existing) continue
    group.padded = withZeros(group.handle).find((handle) => products.has(handle) && !groups.has(handle))
  }
  return [...groups.values()]
}

/** Whether a valid row says what a variant's stock is to be, also if it is that already: the preview has shown it. */
export function statesStock({ parts }: Group, { blankClears, columns, kept }: PreviewContext): boolean {
  if (kept?.has('variant_inventory_quantity')) return false
  const isCleared = blankClears && columns.variant.has('inventoryQuantity')
  return parts.some(
    ({ isVariant, row, variant }) =>
      isVariant && isValid(row) && (isCleared || variant.inventoryQuantity !== undefined),
  )
}
