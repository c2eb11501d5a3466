import { canonicalColumnNames } from '@catalog/catalog'
import type { CanonicalRow } from '../dialect.ts'
import type { NamedCells } from '../named-cells.ts'
import { Attributes, warnOfVariantAttributes } from './attributes.ts'
import { offSale } from './columns.ts'
import { readImages } from './images.ts'
import type { MagentoRow } from './rows.ts'
import { variantCells } from './variant-cells.ts'
import { issueOf } from '../row-issues.ts'

/** The rows in canonical columns: each image has its own row. */
export function toCanonicalRows(rows: MagentoRow[], now: Date): { columns: string[]; rows: CanonicalRow[] } {
  const products = rows.filter(({ type }) => type !== 'view' && type !== undefined)
  readImages(products)
  const attributes = new Attributes()
  const named = rows.map((row) => namedRows(row, { attributes, now }))
  const columns = [...canonicalColumnNames, ...attributes.columns]
  const positions = new Map(columns.map((name, position) => [name, position]))
  return { columns, rows: rows.flatMap((row, index) => withCells(row, named[index] ?? [], positions)) }
}

/** Inputs for reading a row besides the row itself. */
interface Reading {
  attributes: Attributes
  /** Decides which sales are active. */
  now: Date
}

function namedRows(row: MagentoRow, reading: Reading): NamedCells[] {
  if (row.type === 'view') return [skipView(row)]
  const all = row.variantOf ? variantRows(row, reading) : productRows(row, reading)
  for (const cells of all) cells['handle'] = row.handle
  return all
}

function skipView({ record, sku, cell }: MagentoRow): NamedCells {
  record.warnings.push(issueOf('store_view_code', 'store_view_skipped', cell('store_view_code')))
  return { variant_sku: sku }
}

function productRows(row: MagentoRow, { attributes, now }: Reading): NamedCells[] {
  const { type, cell, record, images } = row
  if (type === undefined) return [{ title: cell('name') }]
  const product: NamedCells = {
    title: cell('name'),
    description_html: cell('description'),
    status: offSale.status(cell, record),
    seo_title: cell('meta_title'),
    seo_description: cell('meta_description'),
    ...attributes.productCells(row),
  }
  if (type === 'configurable') {
    row.variations?.optionNames.forEach((name, index) => (product[`option${index + 1}_name`] = name))
  } else {
    Object.assign(product, variantCells(row, now))
  }
  if (type !== 'configurable' && isInvisible(row)) {
    record.warnings.push(issueOf('visibility', 'variant_without_product', null))
  }
  return withImages(
    product,
    images.map(({ url, alt }, index) => ({
      image_url: url,
      image_alt: alt,
      image_position: String(index + 1),
    })),
  )
}

function variantRows(row: MagentoRow, { now }: Reading): NamedCells[] {
  const { variantOf, record, images } = row
  const variant = variantCells(row, now)
  variantOf?.product.variations?.codes.forEach((code, index) => {
    variant[`option${index + 1}_value`] = variantOf.variation.values.get(code) ?? ''
  })
  variant['variant_image_url'] = images.find(({ isBase }) => isBase)?.url ?? ''
  if (variantOf && variantOf.product.record.errors.length > 0) {
    record.errors.push(
      issueOf(null, 'product_invalid', null, { case: 'rows', rows: String(variantOf.product.record.row) }),
    )
  }
  offSale.warnOfVariant(row.cell, record)
  warnOfVariantAttributes(row)
  return withImages(
    variant,
    images.map(({ url, alt }) => ({ image_url: url, image_alt: alt })),
  )
}

function withImages(cells: NamedCells, [first, ...others]: NamedCells[]): NamedCells[] {
  return [Object.assign(cells, first), ...others]
}

function isInvisible({ cell }: MagentoRow): boolean {
  return cell('visibility').toLowerCase() === 'not visible individually'
}

/** The row's issues go with the first canonical row. */
function withCells(
  { record, type }: MagentoRow,
  named: NamedCells[],
  positions: Map<string, number>,
): CanonicalRow[] {
  return named.map((cells, index) => {
    const row: CanonicalRow = { row: record.row, cells: toCells(cells, positions), errors: [], warnings: [] }
    if (type === 'view') row.skipped = true
    if (index > 0) return row
    row.errors = record.errors
    row.warnings = record.warnings
    if (record.needs) row.needs = record.needs
    row.inStock = record.inStock
    return row
  })
}

/** No longer than necessary: a file may have hundreds of attributes. */
function toCells(named: NamedCells, positions: Map<string, number>): string[] {
  const cells: string[] = []
  for (const name in named) {
    const cell = named[name]
    const position = cell ? positions.get(name) : undefined
    if (!cell || position === undefined) continue
    while (cells.length < position) cells.push('')
    cells[position] = cell
  }
  return cells
}
