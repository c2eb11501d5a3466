import { readPipedOptions } from './options.ts'
import { priceCells, variantPrices } from './prices.ts'
import type { FilePrices } from './prices.ts'
import { recordNeeds, readProductsBelow } from './products-below.ts'
import type { ProductRows } from './products-below.ts'
import { readOptions } from './read-options.ts'
import { productQuantity, variantQuantity, warnOfSharedStock } from './stock.ts'
import type { ProductStock } from './stock.ts'
import { compareImagePlaces, imagePlace } from './words.ts'
import type { ImagePlace } from './words.ts'
import type { CanonicalRow, Dialect } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { fetchable, listed } from '../image-links.ts'
import { namedRows } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { nearestHeader } from '../nearest-name.ts'
import { OffSale } from '../off-sale.ts'
import { OptionNames } from '../option-names.ts'
import type { OptionPair } from '../option-names.ts'
import { recordRows } from '../record-rows.ts'
import { issueOf } from '../row-issues.ts'

const offSale = new OffSale('bigcommerce_v3')

const columnNames = [
  'Item',
  'ID',
  'Name',
  'Type',
  'SKU',
  'Options',
  'Inventory Tracking',
  'Current Stock',
  'Price',
  'Retail Price',
  'Sale Price',
  'Description',
  'Page Title',
  'Meta Description',
  'UPC/EAN',
  'Global Trade Number',
  'Weight',
  'Variant Image URL',
  'Internal Image URL (Export)',
  'Image URL (Import)',
  'Image Description',
  'Image is Thumbnail',
  'Image Sort Order',
  ...offSale.columns,
]
const names = new Set(columnNames.map(collapsedHeader))
const kinds = ['variant', 'image', 'video'] as const

/** BigCommerce's current export (csv-format.md §9): a Product row, and below it its Variant, Image and Video rows. */
export const bigcommerceV3: Dialect = {
  name: 'bigcommerce_v3',
  normalize: collapsedHeader,
  mustHave: { all: ['item', 'id', 'name'], any: [] },
  never: ['item type'],
  knows: (name) => names.has(name),
  nearest: (name) => nearestHeader(name, columnNames),
  read(header, records) {
    const columns = new HeaderColumns(header, collapsedHeader)
    const rows = recordRows(header, records, bigcommerceV3)
    const layout = { column: 'Item', kinds, weight: 'weight', name: 'name', sku: 'sku', id: 'id' }
    return readProductsBelow(columns, rows, layout, (product, read) => readProduct(columns, product, read))
  },
}

function readProduct(
  columns: HeaderColumns,
  rows: ProductRows<(typeof kinds)[number]>,
  read: Map<CanonicalRow, CanonicalRow[]>,
): void {
  const { product, handle, below } = rows
  const ofKind = (wanted: string) => below.filter(({ kind }) => kind === wanted).map(({ row }) => row)
  const variants = new Map(ofKind('variant').map((row) => [row, optionsOf(columns, row)]))
  const optionNames = new OptionNames()
  const naming = [...variants].filter(([, options], index) => optionNames.add(options) || index === 0)
  const namingRows = naming.map(([row]) => row)
  // The position of an image depends on the other images.
  recordNeeds(rows, namingRows, (_row, kind) => (kind === 'image' || !kind ? ['image'] : []))
  for (const row of [product, ...variants.keys()]) optionNames.refuseTooMany(row)

  const productCells = cellsOfProduct(columns, product)
  const shared = sharedCells(columns, product)
  if (variants.size > 0) warnOfSharedStock(product, shared.stock)
  const variant = variants.size > 0 ? [] : cellsOfVariant(columns, product, shared, 'product')
  read.set(product, namedRows(product, [[{ handle }, productCells, ...variant]]))
  for (const [row, options] of variants) {
    offSale.warnOfVariant((name) => columns.cell(row, name), row)
    const optionCells = optionNames.cells(options, row)
    const cells = cellsOfVariant(columns, row, shared, 'variant')
    read.set(row, namedRows(row, [[{ handle }, ...optionCells, ...cells]]))
  }
  readImages(columns, ofKind('image'), handle, read)
  for (const row of ofKind('video')) {
    row.warnings.push(issueOf('Item', 'row_not_imported', null, { case: 'video' }))
    read.set(row, skippedRows(row, handle))
  }
}

function optionsOf(columns: HeaderColumns, row: CanonicalRow): OptionPair[] {
  return readOptions(row, columns.cell(row, 'options'), {
    column: 'Options',
    example: 'Type=Rectangle|Name=Size|Value=Small',
    read: readPipedOptions,
  })
}

function cellsOfProduct(columns: HeaderColumns, row: CanonicalRow): NamedCells {
  const cell = (name: string) => columns.cell(row, name)
  return {
    title: cell('name'),
    description_html: columns.raw(row, 'description'),
    status: offSale.status(cell, row),
    seo_title: cell('page title'),
    seo_description: cell('meta description'),
  }
}

/** A Product row's cells for all its variants. */
interface SharedCells {
  stock: ProductStock
  requiresShipping: string
  prices: FilePrices
}

function sharedCells(columns: HeaderColumns, product: CanonicalRow): SharedCells {
  const type = columns.word(product, 'type').toLowerCase()
  return {
    stock: {
      quantity: columns.word(product, 'current stock'),
      tracking: columns.word(product, 'inventory tracking'),
    },
    requiresShipping: type === 'physical' ? 'TRUE' : type === 'digital' ? 'FALSE' : '',
    prices: pricesOf(columns, product),
  }
}

/**
 * The cells of a Variant row, or of a Product row without Variant rows, in parts. The variant's image also counts as
 * one of the product's.
 */
function cellsOfVariant(
  columns: HeaderColumns,
  row: CanonicalRow,
  { stock, requiresShipping, prices }: SharedCells,
  level: 'product' | 'variant',
): NamedCells[] {
  const cell = (name: string) => columns.cell(row, name)
  const url = cell('variant image url')
  const [image] = fetchable(listed([{ column: 'variant_image_url', url }]), row, 1)
  return [
    {
      variant_sku: cell('sku'),
      variant_barcode: cell('upc/ean') || cell('global trade number'),
      variant_inventory_quantity:
        level === 'product'
          ? productQuantity(row, stock)
          : variantQuantity(row, cell('current stock'), stock),
      variant_requires_shipping: requiresShipping,
    },
    priceCells(variantPrices(pricesOf(columns, row), prices)),
    image ? { variant_image_url: image.url, image_url: image.url } : {},
  ]
}

function pricesOf(columns: HeaderColumns, row: CanonicalRow): FilePrices {
  return {
    price: columns.word(row, 'price'),
    sale: columns.word(row, 'sale price'),
    retail: columns.word(row, 'retail price'),
  }
}

/** Images in their order; those that cannot be fetched are skipped. */
function readImages(
  columns: HeaderColumns,
  rows: CanonicalRow[],
  handle: string,
  read: Map<CanonicalRow, CanonicalRow[]>,
): void {
  const images: { row: CanonicalRow; url: string; place: ImagePlace }[] = []
  for (const row of rows) {
    const [image] = fetchable(listed([imageOf(columns, row)]), row, 1)
    const place = imagePlace(columns.cell(row, 'image is thumbnail'), columns.cell(row, 'image sort order'))
    if (image) images.push({ row, url: image.url, place })
    else read.set(row, skippedRows(row, handle))
  }
  const positions = new Map<string, number>()
  for (const { row, url } of images.sort((a, b) => compareImagePlaces(a.place, b.place))) {
    const position = positions.get(url) ?? positions.size + 1
    positions.set(url, position)
    const alt = columns.cell(row, 'image description')
    const cells = { handle, image_url: url, image_alt: alt, image_position: String(position) }
    read.set(row, namedRows(row, [[cells]]))
  }
}

/** Exports fill one of the two columns, import files the other. */
function imageOf(columns: HeaderColumns, row: CanonicalRow): { column: string; url: string } {
  const url = columns.cell(row, 'image url (import)') || columns.cell(row, 'internal image url (export)')
  if (url === '') {
    row.warnings.push(issueOf('image_url', 'image_not_fetchable', null, { case: 'blank' }))
  }
  return { column: 'image_url', url }
}

function skippedRows(row: CanonicalRow, handle: string): CanonicalRow[] {
  const [skipped] = namedRows(row, [[{ handle }]])
  if (!skipped) return []
  return [row.errors.length > 0 ? skipped : { ...skipped, skipped: true }]
}
