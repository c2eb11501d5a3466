import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, Dialect } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { namedColumns, namedRows } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { OptionCombinations, warnOfCombinations } from '../option-combinations.ts'
import { maxOptions, OptionNames } from '../option-names.ts'
import type { OptionPair } from '../option-names.ts'
import { sharedQuantity } from '../off-sale.ts'
import { warnOfWeights } from '../weights-without-unit.ts'
import { isKnown, nearestColumn, offSale } from './columns.ts'
import { imagesOf } from './images.ts'
import { priceCells } from './prices.ts'
import { productsOf, readRows } from './rows.ts'
import type { WixProduct, WixRow } from './rows.ts'

/**
 * The product exports of Wix, from classic stores and the current one: a Product row, and Variant rows (and Media rows
 * in the current one) with its id (csv-format.md §9).
 */
export const wix: Dialect = {
  name: 'wix',
  normalize: collapsedHeader,
  mustHave: { all: ['fieldtype', ['handleid', 'handle'], 'name'], any: [] },
  never: ['item type'],
  knows: isKnown,
  nearest: nearestColumn,
  read(header, records) {
    const columns = new HeaderColumns(header, collapsedHeader)
    const rows = readRows(header, records)
    const combinations = new OptionCombinations()
    const read = new Map<WixRow, CanonicalRow[]>()
    const { products, made } = productsOf(rows)
    for (const product of products) readProduct(product, combinations, read)
    return adjustHandles({
      columns: namedColumns,
      rows: rows.flatMap(
        (row) => read.get(row) ?? namedRows(row.record, [[{ variant_sku: row.cell('sku') }]]),
      ),
      canonical: false,
      handlesFromNames: { made, hasSkus: columns.has('sku') },
      compareAtFollowsPrice: columns.has('discountvalue') || columns.has('strikethroughprice'),
      warnings: warnOfWeights(
        columns,
        rows.map(({ record }) => record),
        'weight',
      ),
    })
  },
}

function readProduct(
  product: WixProduct,
  combinations: OptionCombinations,
  read: Map<WixRow, CanonicalRow[]>,
): void {
  const handle = { handle: product.handle }
  const options = optionsOf(product.product)
  const own = productCells(product)
  const names = new OptionNames()
  names.add(options.map(({ name }) => ({ name, value: '' })))
  for (const { record } of [product.product, ...product.variants]) names.refuseTooMany(record)

  const images = imagesOf(
    product.product.cell('productimageurl') || product.product.cell('media'),
    product.row,
  )
  const alt = product.product.cell('mediaalttext')
  const variants = variantsOfProduct(product, options, names, combinations)
  const [first = [], ...further] = variants
  const imageCells = images.map((url) => ({ image_url: url, image_alt: alt }))
  const count = Math.max(1, variants.length, imageCells.length)
  read.set(
    product.product,
    namedRows(
      product.row,
      Array.from({ length: count }, (_, index) => [
        handle,
        ...(index === 0 ? [own, ...first] : (further[index - 1] ?? [])),
        imageCells[index] ?? {},
      ]),
    ),
  )
  for (const variant of product.variants) {
    const pairs = options.map(({ name, columns }) => ({ name, value: choiceOf(listOf(variant, columns)) }))
    const cells = [...names.cells(pairs, variant.record), variantCells(variant, product)]
    if (own['status'] !== 'draft') offSale.warnOfVariant(variant.cell, variant.record)
    read.set(variant, namedRows(variant.record, [[handle, ...cells]]))
  }
  for (const row of product.media) {
    const [url] = imagesOf(row.cell('media'), row.record, 1)
    const cells = url === undefined ? {} : { image_url: url, image_alt: row.cell('mediaalttext') }
    const [named] = namedRows(row.record, [[handle, cells]])
    if (named) read.set(row, [url === undefined ? { ...named, skipped: true } : named])
  }
}

/** Its only variant or, with options but no Variant rows, one for each combination; none if it has Variant rows. */
function variantsOfProduct(
  product: WixProduct,
  options: FileOption[],
  names: OptionNames,
  combinations: OptionCombinations,
): NamedCells[][] {
  if (product.variants.length > 0) return []
  const cells = variantCells(product.product, product)
  if (options.length === 0) return [[cells]]
  if (options.length > maxOptions) return []
  const made = combinations.of(product.row, options)
  const { variant_sku: sku = '', variant_inventory_quantity: quantity = '' } = cells
  const shared = { ...cells, variant_sku: '', variant_inventory_quantity: sharedQuantity(quantity) }
  const isOne = made.length === 1
  if (!isOne && made.length > 0) {
    warnOfCombinations(product.row, made.length, [
      { name: 'sku', value: sku },
      { name: 'inventory', value: quantity },
    ])
  }
  return made.map((values) => {
    const pairs: OptionPair[] = options.map(({ name }, index) => ({ name, value: values[index] ?? '' }))
    return names.cells(pairs, product.row).concat(isOne ? cells : shared)
  })
}

function productCells({ product }: WixProduct): NamedCells {
  return {
    title: product.cell('name'),
    description_html: product.cell('description') || product.cell('plaindescription'),
    vendor: product.cell('brand'),
    status: offSale.status(product.cell, product.record),
  }
}

/** The cells of a Variant row, or of a Product row without Variant rows. */
function variantCells(row: WixRow, { product }: WixProduct): NamedCells {
  const prices = {
    price: row.cell('price') || product.cell('price'),
    surcharge: row.cell('surcharge'),
    discountMode: product.cell('discountmode'),
    discountValue: product.cell('discountvalue'),
    strikethrough: row.cell('strikethroughprice'),
  }
  return {
    variant_sku: row.cell('sku'),
    variant_barcode: row.cell('barcode'),
    ...priceCells(prices),
    variant_inventory_quantity: quantityOf(row, product),
  }
}

/** `InStock` is not tracked. A variant that does not say what is in stock has as little as its product. */
function quantityOf({ record, cell }: WixRow, product: WixRow): string {
  const inventory = cell('inventory')
  const quantity = /^in_?stock$/i.test(inventory) ? '' : inventory
  return offSale.quantity((column) => cell(column) || product.cell(column), quantity, record)
}

/** The values are in one column in classic stores, and in another one in current ones. */
const optionColumns = [1, 2, 3, 4, 5, 6].map((number) => ({
  named: `productoptionname${number}`,
  classic: `productoptiondescription${number}`,
  current: `productoptionchoices${number}`,
}))

interface FileOption {
  name: string
  values: string[]
  columns: (typeof optionColumns)[number]
}

function optionsOf(row: WixRow): FileOption[] {
  return optionColumns.flatMap((columns) => {
    const name = row.cell(columns.named)
    if (name === '') return []
    const values = listOf(row, columns)
      .split(';')
      .map(choiceOf)
      .filter((value) => value !== '')
    return values.length === 0 ? [] : [{ name, values, columns }]
  })
}

function listOf({ cell }: WixRow, { classic, current }: FileOption['columns']): string {
  return cell(classic) || cell(current)
}

/** Colours have their code before the name: `#cc9bd0:Lilac`, `rgb(255, 0, 0):Red`. */
function choiceOf(text: string): string {
  const value = text.trim()
  return /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%]{1,40}\)):(.+)$/is.exec(value)?.[1]?.trim() ?? value
}
