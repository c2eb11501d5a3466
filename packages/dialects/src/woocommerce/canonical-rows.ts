import { imageIdentity } from '@catalog/catalog'
import type { ParametersOf, DecimalMark } from '@catalog/catalog'
import type { CanonicalRow } from '../dialect.ts'
import { fetchable, listed } from '../image-links.ts'
import { namedRows, optionCells, optionNameColumns, optionValueColumns } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { metadataValue } from '../metadata-columns.ts'
import type { MetadataColumn } from '../metadata-columns.ts'
import { warnOfCombinations } from '../option-combinations.ts'
import { sharedQuantity } from '../off-sale.ts'
import { addIssue, issueOf } from '../row-issues.ts'
import { salePriceCells } from '../sale-price.ts'
import { weightInGrams } from '../weight-in-grams.ts'
import { decimalOf, descriptionOf, listOf, quantityOf } from './cells.ts'
import { metaKey, offSale } from './columns.ts'
import type { WooRow } from './rows.ts'

/** Inputs for reading a row besides the row itself. */
interface Reading {
  /** The decimal mark of weights. */
  mark: DecimalMark
  /** Decides which sales are active. */
  now: Date
  /** In the order of the table, after its other columns. */
  metadata: MetadataColumn[]
}

/** A row in canonical columns: its product or variant with the first image, then the further images. */
export function toCanonicalRows(row: WooRow, reading: Reading): CanonicalRow[] {
  const { errors, warnings, needs } = row
  const record: CanonicalRow = { row: row.row, cells: [], errors, warnings, needs }
  if (row.handle === undefined) return namedRows(record, [[{ variant_sku: row.sku }]])
  const handle = { handle: row.handle }
  if (row.type === undefined) return namedRows(record, [[handle, { title: row.name }]])

  const [image = {}, ...images] = imageCells(row, record)
  const variant = row.type === 'variable' ? {} : variantCells(row, reading)
  record.inStock = row.inStock
  const further = furtherVariants(row, { ...variant, ...handle, ...variantImageOf(image) })
  const first = [
    handle,
    ...(row.type === 'variation' ? [optionValueCells(row)] : productCells(row)),
    variant,
    further.length > 0 ? sharedCells(variant) : {},
    image,
  ]
  if (row.type === 'variable') warnOfVariantCells(row)
  const rows = [first, ...further, ...images.map((cells) => [handle, cells])]
  return namedRows(record, rows, metadataCells(row, reading))
}

function productCells(row: WooRow): NamedCells[] {
  const product = {
    title: row.name,
    description_html: descriptionOf(row.cell('description')),
    vendor: vendorOf(row),
    tags: tagsOf(row),
    status: row.status,
  }
  return [product, optionCells(optionNameColumns, row.optionNames)]
}

/** The row's custom fields; those of a variation are not read. */
function metadataCells(row: WooRow, { metadata }: Reading): string[] {
  const left: string[] = []
  const cells = metadata.map(({ header, column }) => {
    const value = row.cell(header)
    if (row.type !== 'variation') return metadataValue(value, row, column)
    if (value !== '') left.push(header)
    return ''
  })
  const [first] = left
  if (first !== undefined) {
    ignore(row, `metadata.${metaKey(first)}`, left.join(', '), { case: 'variant_fields' })
  }
  return cells
}

/** A product has one vendor: with several brands, none is used. */
function vendorOf(row: WooRow): string {
  const brands = listOf(row.cell('brands'))
  const [brand = ''] = brands
  if (brands.length <= 1) return brand
  ignore(row, 'vendor', brands.join(', '), { case: 'several_brands' })
  return ''
}

function tagsOf(row: WooRow): string {
  return listOf(row.cell('tags'))
    .filter((tag) => {
      if (!tag.includes(',')) return true
      ignore(row, 'tags', tag, { case: 'tag_with_comma' })
      return false
    })
    .join(', ')
}

function optionValueCells(row: WooRow): NamedCells {
  if (row.parent?.status !== 'draft') offSale.warnOfVariant(row.cell, row)
  return optionCells(optionValueColumns, row.optionValues[0] ?? [])
}

/** Cells of a variation for any value that apply to all its variants together, and so to none of them. */
function sharedCells({ variant_inventory_quantity: quantity = '' }: NamedCells): NamedCells {
  return { variant_barcode: '', variant_inventory_quantity: sharedQuantity(quantity) }
}

/** For a variation for any value of an option: its variants after the first, which has the SKU. */
function furtherVariants(row: WooRow, variant: NamedCells): NamedCells[][] {
  const [, ...further] = row.optionValues
  if (further.length === 0) return []
  warnOfCombinations(row, row.optionValues.length, [
    { name: 'GTIN, UPC, EAN, or ISBN', value: variant['variant_barcode'] ?? '' },
    { name: 'Stock', value: variant['variant_inventory_quantity'] ?? '' },
  ])
  const cells = { ...variant, ...sharedCells(variant), variant_sku: '' }
  return further.map((values) => [optionCells(optionValueColumns, values), cells])
}

function variantImageOf({ variant_image_url: url = '' }: NamedCells): NamedCells {
  return { variant_image_url: url }
}

function variantCells(row: WooRow, { mark, now }: Reading): NamedCells {
  const prices = {
    price: decimalOf(row.cell('regular price')),
    sale: decimalOf(row.cell('sale price')),
    from: row.cell('date sale price starts'),
    to: row.cell('date sale price ends'),
  }
  return {
    variant_sku: row.sku,
    variant_barcode: row.cell('gtin, upc, ean, or isbn'),
    ...salePriceCells(prices, row, now),
    variant_inventory_quantity: stockOf(row),
    variant_weight_grams: gramsOf(row, mark),
    variant_requires_shipping: row.isVirtual ? 'FALSE' : 'TRUE',
    variant_taxable: row.taxable || (row.parent?.taxable ?? ''),
  }
}

/**
 * Blank means not tracked. Stock that variations share belongs to none of them, unless it is sold out. A variation that
 * does not say whether it is in stock is if its product is.
 */
function stockOf(row: WooRow): string {
  const inherited = (column: string) => row.cell(column) || (row.parent?.cell(column) ?? '')
  const { stock } = row
  const isShared = stock.toLowerCase() === 'parent'
  const own = isShared ? '' : quantityOf(stock)
  const quantity = own || sharedQuantity(quantityOf(row.parent?.stock ?? ''))
  const read = offSale.quantity(inherited, quantity, row)
  if (isShared && read === '') ignore(row, 'variant_inventory_quantity', stock, { case: 'shared_stock' })
  return read
}

/** A variation without a weight gets its product's. */
function gramsOf(row: WooRow, mark: DecimalMark): string {
  const { text, unit } = row.weight
  const written = decimalOf(text || (row.parent?.weight.text ?? ''))
  return weightInGrams(mark === ',' ? written.replace(',', '.') : written, unit) ?? written
}

/** In order, the main one first; a variation's image is also its product's. */
function imageCells(row: WooRow, record: CanonicalRow): NamedCells[] {
  const cell = row.cell('images')
  if (cell === '') return []
  return distinct(fetchable(listed([{ url: cell, column: 'image_url' }]), record)).map(({ url }, index) => {
    if (row.type !== 'variation') return { image_url: url, image_position: String(index + 1) }
    return index === 0 ? { image_url: url, variant_image_url: url } : { image_url: url }
  })
}

/** Each URL once, in whatever spelling. */
function distinct<Image extends { url: string }>(images: Image[]): Image[] {
  if (images.length < 2) return images
  const seen = new Set<string>()
  return images.filter(({ url }) => {
    const key = imageIdentity(url)
    return !seen.has(key) && seen.add(key)
  })
}

/** Warns of cells for variants in the row of a product whose variations are its variants. */
function warnOfVariantCells(row: WooRow): void {
  const columns = [
    ['Stock', 'variant_inventory_quantity'],
    ['Regular price', 'variant_price'],
    ['Sale price', 'variant_compare_at_price'],
    ['GTIN, UPC, EAN, or ISBN', 'variant_barcode'],
  ] as const
  for (const [name, column] of columns) {
    const value = row.cell(name.toLowerCase())
    if (value !== '') ignore(row, column, value, { case: 'of_variants' })
  }
}

function ignore(row: WooRow, column: string, value: string, why: ParametersOf<'ignored_value'>): void {
  addIssue(row.warnings, issueOf(column, 'ignored_value', value, why))
}
