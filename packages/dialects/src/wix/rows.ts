import type { CanonicalRow, CsvRecord, MadeHandle } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { namesWith, productHandles } from '../product-handles.ts'
import type { NamedProduct } from '../product-handles.ts'
import { recordRows } from '../record-rows.ts'
import { isKnown } from './columns.ts'
import { issueOf } from '../row-issues.ts'

/** A row of the file. */
export interface WixRow {
  record: CanonicalRow
  /** The cell of a (normalised) column, trimmed. */
  cell: (column: string) => string
  /** Undefined if the row's kind is unknown, with an error on the record. */
  kind: 'product' | 'variant' | 'media' | undefined
  /** Ties the rows of a product: `handleId`, in current files `handle`. */
  id: string
}

/** A product's own row, and the other rows with its id. */
export interface WixProduct extends NamedProduct {
  row: CanonicalRow
  product: WixRow
  variants: WixRow[]
  media: WixRow[]
  handle: string
}

export function readRows(header: string[], records: CsvRecord[]): WixRow[] {
  const columns = new HeaderColumns(header, collapsedHeader)
  return recordRows(header, records, { normalize: collapsedHeader, knows: isKnown }).map((record) => {
    const cell = (column: string) => columns.cell(record, column)
    return { record, cell, kind: readKind(cell('fieldtype'), record), id: cell('handleid') || cell('handle') }
  })
}

function readKind(written: string, { errors }: CanonicalRow): WixRow['kind'] {
  const word = written.toLowerCase()
  if (word === 'product' || word === 'variant' || word === 'media') return word
  errors.push(issueOf('fieldType', 'unknown_row_type', written, { case: 'words', words: 'Product, Variant' }))
  return undefined
}

/** The rows by product, and the handles that were made of names; rows without a product get an error. */
export function productsOf(rows: WixRow[]): {
  products: WixProduct[]
  made: ReadonlyMap<string, MadeHandle>
} {
  const products = new Map<string, WixProduct>()
  for (const row of rows) {
    // Without an id, a product has no further rows.
    const key = row.id || `row ${row.record.row}`
    if (row.kind !== 'product' || products.has(key)) continue
    products.set(key, {
      product: row,
      row: row.record,
      names: namesOf(row),
      sku: row.cell('sku'),
      id: row.id,
      variants: [],
      media: [],
      handle: '',
    })
  }
  for (const row of rows) {
    const product = products.get(row.id)
    if (row.kind === undefined || row === product?.product || (row.kind === 'product' && row.id === ''))
      continue
    if (!product) refuseOrphan(row)
    else if (row.kind === 'product') refuseSecond(row, product.product)
    else {
      product[row.kind === 'variant' ? 'variants' : 'media'].push(row)
      row.record.needs = [product.row.row]
    }
  }
  const all = [...products.values()]
  return { products: all, made: giveHandles(all) }
}

/** Ids that Wix generates in classic stores, which make no useful address. */
const machineId = /^product_([0-9a-f]{8})-[0-9a-f-]{27}$/i

function namesOf({ id, cell }: WixRow): string[] {
  return namesWith(cell('name'), [cell('sku'), machineId.exec(id)?.[1] ?? ''])
}

/** Whether its handle is made of its name, because its id makes no useful address. */
function isNamedByTitle({ product }: WixProduct): boolean {
  return product.id === '' || machineId.test(product.id)
}

function giveHandles(products: WixProduct[]): ReadonlyMap<string, MadeHandle> {
  const named = products.filter(isNamedByTitle)
  const own = products.filter((product) => !named.includes(product))
  for (const product of own) product.handle = product.product.id
  const taken = new Map(own.map(({ handle, row }) => [handle.toLowerCase(), row] as const))
  const made = new Map<string, MadeHandle>()
  const handles = productHandles(named, { taken, made, system: 'wix' })
  for (const product of named) {
    const handle = handles.get(product)
    if (handle !== undefined) product.handle = handle
    else {
      product.row.errors.push(issueOf('handle', 'missing_value', null, { case: 'no_own_name' }))
    }
  }
  return made
}

function refuseOrphan({ record, id }: WixRow): void {
  record.errors.push(issueOf(null, 'parent_not_found', id || null, { case: 'not_in_file' }))
}

function refuseSecond({ record, id }: WixRow, first: WixRow): void {
  record.needs = [first.record.row]
  record.errors.push(
    issueOf(null, 'conflicting_values', id || null, { case: 'same_id', row: first.record.row }),
  )
}
