import { normalizeHandle, shortened } from '@catalog/catalog'
import type { CanonicalRow, CsvRecord } from '../dialect.ts'
import type { HeaderColumns } from '../header-columns.ts'
import { recordRows } from '../record-rows.ts'
import type { WeightUnit } from '../weight-in-grams.ts'
import { listOf, taxableOf, unguarded } from './cells.ts'
import { attributeNumber, isRead, normalize, offSale, weightColumn, weightUnit } from './columns.ts'
import { issueOf } from '../row-issues.ts'

/** A row of the file: a product, or a variation of one. */
export interface WooRow extends Pick<CanonicalRow, 'row' | 'errors' | 'warnings' | 'inStock'> {
  /** Undefined if the catalog has no such product, with an error. */
  type: 'simple' | 'variable' | 'variation' | undefined
  isVirtual: boolean
  id: string
  sku: string
  name: string
  /** Only those of a variable product and its variations can be options. */
  attributes: Attribute[]
  /** The cell of a (normalised) column, without guard, trimmed. */
  cell: (column: string) => string
  /** `active`, `draft` or `''`; a variation has none. */
  status: string
  /** `TRUE`, `FALSE`, `''`, or a word that is neither. */
  taxable: string
  stock: string
  /** The cell of the weight, with the unit in its column's name. */
  weight: { text: string; unit: WeightUnit }
  /** For a variation whose parent was found: the variable product. */
  parent: WooRow | undefined
  /** For a variation: its product is not in the file. */
  isOrphan: boolean
  /** For a variable product. */
  variations: WooRow[]
  /** As in `CanonicalRow`. */
  needs: number[]
  /** Undefined if none can be made. */
  handle: string | undefined
  /** For a variable product, in order. */
  optionNames: string[]
  /** For a variation: the option values of each of its variants, in the product's order of options. */
  optionValues: string[][]
}

/** `Attribute 2 name` and `Attribute 2 value(s)`. */
export interface Attribute {
  number: number
  name: string
  /** A key that is equal for two spellings of the name. */
  key: string
  values: string[]
}

/** The positions of an attribute's columns. */
interface AttributeColumns {
  number: number
  name: string
  values: string
}

export function attributeKey(name: string): string {
  return normalizeHandle(name)
}

export function readRows(header: string[], records: CsvRecord[], columns: HeaderColumns): WooRow[] {
  const numbers = new Set(columns.names().flatMap((name) => attributeNumber(name) ?? []))
  const attributes = [...numbers]
    .sort((a, b) => a - b)
    .map((number) => ({ number, name: `attribute ${number} name`, values: `attribute ${number} value(s)` }))
  const unit = header.map(weightUnit).find((found) => found !== undefined) ?? 'g'
  return recordRows(header, records, { normalize, knows: isRead }).map((row) =>
    readRow(row, columns, attributes, unit),
  )
}

function readRow(
  record: CanonicalRow,
  columns: HeaderColumns,
  attributes: AttributeColumns[],
  unit: WeightUnit,
): WooRow {
  const { row, errors, warnings } = record
  const cell = (column: string) => {
    const text = columns.cell(record, column)
    return text.startsWith("'") ? unguarded(text).trim() : text
  }
  // A product's attributes are read again for each of its variations, so they must be short.
  const word = (column: string) => shortened(cell(column), 200)
  const words = listOf(cell('type').toLowerCase())
  const type = readType(words, errors)
  return {
    row,
    errors,
    warnings,
    type,
    isVirtual: words.includes('virtual'),
    id: cell('id'),
    sku: cell('sku'),
    name: cell('name'),
    attributes: readAttributes(attributes, cell),
    cell,
    status: type === 'variation' ? '' : offSale.status(cell, record),
    taxable: taxableOf(word('tax status')),
    stock: word('stock'),
    weight: { text: word(weightColumn), unit },
    parent: undefined,
    isOrphan: false,
    variations: [],
    needs: [],
    handle: undefined,
    optionNames: [],
    optionValues: [],
  }
}

function readAttributes(columns: AttributeColumns[], cell: WooRow['cell']): Attribute[] {
  const attributes: Attribute[] = []
  for (const column of columns) {
    const name = cell(column.name)
    const values = listOf(cell(column.values))
    if (name === '' && values.length === 0) continue
    attributes.push({ number: column.number, name, key: attributeKey(name), values })
  }
  return attributes
}

/** `simple, downloadable, virtual`: one word gives the row's type. Without one, it is a simple product. */
function readType(words: string[], errors: WooRow['errors']): WooRow['type'] {
  const kinds = words.filter((word) => word !== 'downloadable' && word !== 'virtual')
  const [kind = 'simple', ...others] = kinds
  if (others.length === 0 && (kind === 'simple' || kind === 'variable' || kind === 'variation')) {
    return kind
  }
  const shown = shortened(kinds.join(', '), 200)
  errors.push(
    issueOf(null, 'unsupported_product_type', shown, { case: 'types', types: 'simple, variable, variation' }),
  )
  return undefined
}
