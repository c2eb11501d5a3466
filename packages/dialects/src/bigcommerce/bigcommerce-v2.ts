import { readTaggedOptions } from './options.ts'
import { priceCells, variantPrices } from './prices.ts'
import type { FilePrices } from './prices.ts'
import { recordNeeds, readProductsBelow } from './products-below.ts'
import type { ProductRows } from './products-below.ts'
import { readOptions } from './read-options.ts'
import { productQuantity, variantQuantity, warnOfSharedStock } from './stock.ts'
import type { ProductStock } from './stock.ts'
import { isImageColumn, offSale, plainColumns, V2Columns } from './v2-columns.ts'
import { applyRules } from './v2-rules.ts'
import type { RuledVariant } from './v2-rules.ts'
import type { CanonicalRow, Dialect } from '../dialect.ts'
import { collapsedHeader } from '../header-columns.ts'
import { fetchable, listed } from '../image-links.ts'
import { unsoldQuantity } from '../off-sale.ts'
import { namedRows } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { nearestHeader } from '../nearest-name.ts'
import { OptionNames } from '../option-names.ts'
import { recordRows } from '../record-rows.ts'

const plainNames = new Set(plainColumns.map(collapsedHeader))
const kinds = ['sku', 'rule'] as const

/**
 * BigCommerce's older export (csv-format.md §9): a Product row, and below it its SKU rows, which are its variants, and
 * its Rule rows, which change the price or the image of variants.
 */
export const bigcommerceV2: Dialect = {
  name: 'bigcommerce_v2',
  normalize: collapsedHeader,
  mustHave: { all: ['item type', 'product name'], any: [] },
  never: ['handle'],
  knows: (name) => plainNames.has(name) || isImageColumn(name),
  nearest: (name) => nearestHeader(name, plainColumns),
  read(header, records) {
    const columns = new V2Columns(header)
    const rows = recordRows(header, records, bigcommerceV2)
    const layout = {
      column: 'Item Type',
      kinds,
      weight: 'product weight',
      name: 'product name',
      sku: 'product code/sku',
      id: 'product id',
    }
    return readProductsBelow(columns, rows, layout, (product, read) => readProduct(columns, product, read))
  },
}

function readProduct(
  columns: V2Columns,
  rows: ProductRows<(typeof kinds)[number]>,
  read: Map<CanonicalRow, CanonicalRow[]>,
): void {
  const { product, handle, below } = rows
  const optionNames = new OptionNames()
  const productPrices = columns.prices(product)
  const variants = new Map<CanonicalRow, RuledVariant>()
  const naming: CanonicalRow[] = []
  for (const { kind, row } of below) {
    if (kind !== 'sku') continue
    const variant = readVariant(columns, row, productPrices)
    if (optionNames.add(variant.options) || variants.size === 0) naming.push(row)
    variants.set(row, variant)
  }
  recordNeeds(rows, naming, (row, kind) => {
    if (kind === 'sku') return ['rule']
    // A rule's effects are already in the variants; a report needs the rule only if it has to be corrected.
    return kind === 'rule' && row.errors.length === 0 ? [] : kinds
  })
  for (const row of [product, ...variants.keys()]) optionNames.refuseTooMany(row)
  const rules = below.filter(({ kind }) => kind === 'rule').map(({ row }) => row)
  for (const [row, result] of applyRules(columns, rules, handle, [...variants.values()]))
    read.set(row, result)
  const shared = sharedCells(columns, product)
  if (variants.size > 0) warnOfSharedStock(product, shared.stock)
  read.set(product, productRows(columns, product, handle, variants.size > 0 ? undefined : shared))
  for (const [row, variant] of variants) {
    const optionCells = optionNames.cells(variant.options, row)
    const cells = {
      handle,
      variant_inventory_quantity: unsoldQuantity(
        row,
        variant.off,
        variantQuantity(row, quantityOf(columns, row), shared.stock),
      ),
      variant_requires_shipping: shared.requiresShipping,
      variant_image_url: variant.imageUrl,
    }
    read.set(
      row,
      namedRows(row, [[cells, ...optionCells, codeCells(columns, row), priceCells(variant.prices)]]),
    )
  }
}

function readVariant(columns: V2Columns, row: CanonicalRow, productPrices: FilePrices): RuledVariant {
  const options = readOptions(row, columns.cell(row, 'product name'), {
    column: 'Product Name',
    example: '[S]Color=Red,[RT]Size=M',
    read: readTaggedOptions,
  })
  return {
    sku: columns.sku(row),
    options,
    prices: variantPrices(columns.prices(row), productPrices),
    imageUrl: '',
    off: offSale.notForSale((name) => columns.cell(row, name)),
  }
}

/** A Product row's cells for all its variants. */
interface SharedCells {
  stock: ProductStock
  requiresShipping: string
}

function sharedCells(columns: V2Columns, product: CanonicalRow): SharedCells {
  // Physical or digital.
  const type = columns.word(product, 'product type').toUpperCase()
  return {
    stock: { quantity: quantityOf(columns, product), tracking: columns.word(product, 'track inventory') },
    requiresShipping: type === 'P' ? 'TRUE' : type === 'D' ? 'FALSE' : '',
  }
}

/** The product with its images and, if it has no SKU rows (`only`), its single variant. */
function productRows(
  columns: V2Columns,
  row: CanonicalRow,
  handle: string,
  only: SharedCells | undefined,
): CanonicalRow[] {
  const cell = (name: string) => columns.cell(row, name)
  const product: NamedCells = {
    title: cell('product name'),
    description_html: columns.raw(row, 'product description'),
    vendor: cell('brand name'),
    status: offSale.status(cell, row),
    seo_title: cell('page title'),
    seo_description: cell('meta description'),
  }
  const variant: NamedCells[] = only
    ? [
        codeCells(columns, row),
        priceCells(columns.prices(row)),
        {
          variant_inventory_quantity: productQuantity(row, only.stock),
          variant_requires_shipping: only.requiresShipping,
        },
      ]
    : []
  const seen = new Set<string>()
  const images = fetchable(listed(columns.images(row)), row)
    .filter(({ url }) => !seen.has(url) && seen.add(url))
    .map(({ url, alt }, index) => ({ image_url: url, image_alt: alt, image_position: String(index + 1) }))
  const [first = {}, ...further] = images
  return namedRows(row, [
    [{ handle }, product, ...variant, first],
    ...further.map((image) => [{ handle }, image]),
  ])
}

function codeCells(columns: V2Columns, row: CanonicalRow): NamedCells {
  return { variant_sku: columns.sku(row), variant_barcode: columns.cell(row, 'product upc/ean') }
}

function quantityOf(columns: V2Columns, row: CanonicalRow): string {
  return columns.word(row, 'current stock level') || columns.word(row, 'stock level')
}
