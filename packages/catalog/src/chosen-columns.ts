import { canonicalColumnNames, canonicalHeader, productToRows } from './canonical-csv.ts'
import { handleColumn, productColumns } from './columns.ts'
import type { Product } from './product.ts'

/** Stands for all columns of custom fields. */
const everyMetadata = 'metadata.*'

export const choosableColumns: readonly string[] = [...canonicalColumnNames, everyMetadata]

/** A canonical file with some of the columns. Whichever they are, it is all unchanged on its catalog (INV-12). */
export interface ChosenColumns {
  /** Without those of custom fields, in the order of exports. */
  names: readonly string[]
  hasMetadata: boolean
  /** How many of `names`, from the first, have cells of the product. */
  productCells: number
  header(metadataKeys: Iterable<string>): string[]
  /** As `productToRows`; none for variants or images that have no column. */
  rows(product: Product, metadataKeys: Iterable<string>, fromRow?: number): string[][]
}

export const allColumns: ChosenColumns = columnsNamed(canonicalColumnNames, true)

/**
 * The columns of these names, with those by which rows are found: the handle, of variants SKU and options, of images the
 * URL.
 * @param names of `choosableColumns`
 * @returns undefined if there is nothing besides the handle
 */
export function chooseColumns(names: readonly string[]): ChosenColumns | undefined {
  const hasVariants = names.some(isOfVariants)
  const hasImages = names.some(isOfImages)
  const hasMetadata = names.includes(everyMetadata)
  const chosen = canonicalColumnNames.filter(
    (name) =>
      name === handleColumn.name ||
      names.includes(name) ||
      (hasVariants && (isOfOptions(name) || name === 'variant_sku')) ||
      (hasImages && name === 'image_url'),
  )
  return chosen.length === 1 && !hasMetadata ? undefined : columnsNamed(chosen, hasMetadata)
}

function columnsNamed(names: readonly string[], hasMetadata: boolean): ChosenColumns {
  const isChosen = canonicalColumnNames.map((name) => names.includes(name))
  const isAll = names.length === canonicalColumnNames.length
  const pick = (row: string[]) => (isAll ? row : row.filter((_, index) => isChosen[index] ?? true))
  const keysOf = (metadataKeys: Iterable<string>) => (hasMetadata ? metadataKeys : [])
  const left = {
    ...(!names.some(isOfVariants) && { variants: [] }),
    ...(!names.some(isOfImages) && { images: [] }),
  }
  return {
    names,
    hasMetadata,
    productCells: isChosen.slice(0, 1 + productColumns.length).filter(Boolean).length,
    header: (metadataKeys) => pick(canonicalHeader(keysOf(metadataKeys))),
    rows(product, metadataKeys, fromRow) {
      const part = isAll ? product : { ...product, ...left }
      const rows = productToRows(part, keysOf(metadataKeys), fromRow)
      return isAll ? rows : rows.map(pick)
    },
  }
}

function isOfOptions(name: string): boolean {
  return name.startsWith('option')
}

function isOfVariants(name: string): boolean {
  return isOfOptions(name) || name.startsWith('variant_')
}

function isOfImages(name: string): boolean {
  return name.startsWith('image_')
}
