import type { CanonicalRow, CsvRecord } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { recordRows } from '../record-rows.ts'
import { remembered } from '../remembered.ts'
import { isKnown } from './columns.ts'
import { keyValues } from './key-values.ts'
import type { KeyValues } from './key-values.ts'
import type { Variation, Variations } from './variations.ts'
import { issueOf } from '../row-issues.ts'

/** An image of a row. */
export interface MagentoImage {
  url: string
  /** A key that is equal for two URLs of the same image. */
  key: string
  alt: string
  /** The main image of the product, or of the variant. */
  isBase: boolean
}

/** A row of the file: a product, a variant, or a store view's values for one. */
export interface MagentoRow {
  /** The row as in the file, with its issues. */
  record: CanonicalRow
  /** `virtual` is not shipped; undefined if the catalog has no such product, with an error on the record. */
  type: 'simple' | 'virtual' | 'configurable' | 'view' | undefined
  sku: string
  /** The cell of a column, trimmed. */
  cell: (column: string) => string
  /** The `additional_attributes`; rows with the same text share one object. */
  attributes: { readonly values: ReadonlyMap<string, string>; readonly unread: string }
  /** The main one first. */
  images: MagentoImage[]
  /** Set for a configurable product. */
  variations: Variations | undefined
  /** Set for a simple product that a configurable product names as its variant. */
  variantOf: { product: MagentoRow; variation: Variation } | undefined
  /** `''` if none can be made. */
  handle: string
}

export function readRows(header: string[], records: CsvRecord[]): MagentoRow[] {
  const columns = new HeaderColumns(header, collapsedHeader)
  // Variants of many products have the same attributes.
  const attributesOf = remembered(keyValues)
  return recordRows(header, records, { normalize: collapsedHeader, knows: isKnown }).map((record) =>
    readRow(record, columns, attributesOf),
  )
}

function readRow(
  record: CanonicalRow,
  columns: HeaderColumns,
  attributesOf: (text: string) => KeyValues,
): MagentoRow {
  const cell = (column: string) => columns.cell(record, column)
  const row: MagentoRow = {
    record,
    type: undefined,
    sku: cell('sku'),
    cell,
    attributes: attributesOf(cell('additional_attributes')),
    images: [],
    variations: undefined,
    variantOf: undefined,
    handle: '',
  }
  if (cell('store_view_code') !== '') {
    row.type = 'view'
    return row
  }
  row.type = readType(row)
  if (row.sku === '') {
    record.errors.push(issueOf('variant_sku', 'missing_value', null, { case: 'source_sku' }))
  }
  return row
}

/** Magento omits the type in files that only update products: a list of variants then decides. */
function readType({ record, cell }: MagentoRow): MagentoRow['type'] {
  const word = cell('product_type').toLowerCase()
  if (word === '') return cell('configurable_variations') === '' ? 'simple' : 'configurable'
  if (word === 'simple' || word === 'configurable' || word === 'virtual') return word
  if (word === 'downloadable') return 'virtual'
  record.errors.push(
    issueOf(null, 'unsupported_product_type', word, {
      case: 'types',
      types: 'simple, virtual, downloadable, configurable',
    }),
  )
  return undefined
}
