import { booleanOf, normalizeHandle } from '@catalog/catalog'
import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, CsvRecord, Dialect, MadeHandle } from '../dialect.ts'
import { warnOfDraft } from '../draft-status.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { fetchable, listed } from '../image-links.ts'
import { choosePrices, isPriceColumn, normalize } from './prices.ts'
import { namedColumns, namedRows } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { nearestHeader } from '../nearest-name.ts'
import { OptionNames } from '../option-names.ts'
import type { OptionPair } from '../option-names.ts'
import { namesWith } from '../product-handles.ts'
import { recordRows } from '../record-rows.ts'
import { addIssue, issueOf } from '../row-issues.ts'
import { slug } from '../slug.ts'
import { quantityIfCounted } from '../untracked-quantity.ts'
import columnNames from './columns.json' with { type: 'json' }

export const plainColumns: readonly string[] = columnNames
const plainNames = new Set(plainColumns.map(collapsedHeader))

/** As in v2's exports and template; v1 omits `Product` and `Variant`. */
const tagPattern = /^product tag \d+$/
const imagePattern = /^(?:product )?image (\d+)(?: url)?$/
const optionPattern = /^(?:variant )?option \d+ (name|value)$/

/**
 * Exports and import files of Medusa, versions 1 and 2: a row for each variant, with the product's cells repeated
 * (csv-format.md §9). Weights are in grams; prices are in main units, not in cents.
 */
export const medusa: Dialect = {
  name: 'medusa',
  normalize,
  mustHave: { all: [['product handle', 'product id'], ['variant …']], any: [] },
  never: ['item type'],
  knows: (name) =>
    plainNames.has(name) ||
    isPriceColumn(name) ||
    [tagPattern, imagePattern, optionPattern].some((pattern) => pattern.test(name)),
  nearest: (name) => nearestHeader(name, plainColumns),
  read(header, records) {
    const columns = new HeaderColumns(header, normalize)
    const rows = recordRows(header, records, medusa)
    const prices = choosePrices(header, columns, rows)
    const reader = new Reader(columns, prices.column)
    const products = reader.productsOf(rows)
    const read = rows.flatMap((row) => {
      const product = products.get(row.row)
      return product ? reader.read(row, product) : [row]
    })
    return adjustHandles({
      columns: namedColumns,
      rows: read,
      canonical: false,
      handlesFromNames: {
        made: reader.handlesOfTitles,
        hasSkus: columns.has('variant sku'),
        namesTie: true,
      },
      warnings: prices.warnings,
    })
  },
}

function imageNumber(column: string): number {
  return Number(imagePattern.exec(column)?.[1])
}

/** Data that the rows of a product share. */
interface FileProduct {
  handle: string
  options: OptionNames
  /** Images of earlier rows. */
  images: Set<string>
  /** Whether a row has already warned of a status that the catalog lacks. */
  hasWarnedOfStatus: boolean
  /** The rows that its options' names, or its handle, come from. */
  needs: number[]
}

function newProduct(handle: string): FileProduct {
  return { handle, options: new OptionNames(), images: new Set(), hasWarnedOfStatus: false, needs: [] }
}

class Reader {
  /** Of products without a handle in the file. */
  readonly handlesOfTitles = new Map<string, MadeHandle>()
  readonly #columns: HeaderColumns
  readonly #price: string
  readonly #tags: string[]
  readonly #images: string[]
  readonly #options: { name: string; value: string }[]

  constructor(columns: HeaderColumns, price = '') {
    const names = columns.names()
    this.#columns = columns
    this.#price = price
    this.#tags = names.filter((name) => tagPattern.test(name))
    this.#options = names.flatMap((name) =>
      optionPattern.exec(name)?.[1] === 'name' ? [{ name, value: name.replace(/name$/, 'value') }] : [],
    )
    const images = names.filter((name) => imagePattern.test(name))
    // The thumbnail is the main picture, and usually one of the images too.
    this.#images = ['product thumbnail', ...images.sort((a, b) => imageNumber(a) - imageNumber(b))]
  }

  /** The product of each row: grouped by handle, otherwise by id, otherwise by title. */
  productsOf(records: CsvRecord[]): Map<number, FileProduct> {
    const withHandle = new Map<string, CsvRecord>()
    const withTitle = new Map<string, CsvRecord>()
    for (const record of records) {
      const id = this.#cell(record, 'product id')
      if (id === '') continue
      if (!withHandle.has(id) && this.#cell(record, 'product handle')) withHandle.set(id, record)
      if (!withTitle.has(id) && this.#cell(record, 'product title')) withTitle.set(id, record)
    }
    const namingRow = (record: CsvRecord): CsvRecord => {
      if (this.#cell(record, 'product handle')) return record
      const id = this.#cell(record, 'product id')
      return (
        withHandle.get(id) ?? (this.#cell(record, 'product title') ? record : withTitle.get(id)) ?? record
      )
    }
    const handles = new Map<CsvRecord, string>()
    const written = new Set<string>()
    const handleOf = (naming: CsvRecord): string => {
      const known = handles.get(naming)
      if (known !== undefined) return known
      const cell = this.#cell(naming, 'product handle')
      const handle = cell || slug(this.#cell(naming, 'product title'))
      if (cell !== '') written.add(normalizeHandle(handle))
      else this.handlesOfTitles.set(handle, this.#made(naming))
      handles.set(naming, handle)
      return handle
    }
    const products = new Map<string, FileProduct>()
    const productOf = new Map(
      records.map((record) => {
        const naming = namingRow(record)
        const handle = handleOf(naming)
        const product = products.get(handle) ?? newProduct(handle)
        products.set(handle, product)
        if (naming !== record) product.needs.push(naming.row)
        if (product.options.add(this.#optionsOf(record))) product.needs.push(record.row)
        return [record.row, product]
      }),
    )
    for (const handle of written) this.handlesOfTitles.delete(handle)
    return productOf
  }

  #made(naming: CsvRecord): MadeHandle {
    const id = this.#cell(naming, 'product id')
    const names = namesWith(this.#cell(naming, 'product title'), [this.#cell(naming, 'variant sku'), id])
    return { names, sku: '', sourceId: id === '' ? undefined : `medusa:${id}` }
  }

  read(row: CanonicalRow, product: FileProduct): CanonicalRow[] {
    product.options.refuseTooMany(row)
    row.needs = product.needs
    const options = this.#optionsOf(row)
    this.#refuseNamelessOptions(row)
    const [image = {}, ...images] = this.#newImages(row, product)
    const variant = this.#variant(row)
    // A product without variants has its own row, with a weight that belongs to no variant.
    if (options.length > 0 || Object.values(variant).some(Boolean)) {
      variant.variant_weight_grams ||= this.#cell(row, 'product weight')
    }
    const handle = { handle: product.handle }
    return namedRows(row, [
      [
        this.#product(row, product),
        ...(options.length > 0 ? product.options.cells(options, row) : []),
        variant,
        image,
        handle,
      ],
      ...images.map((cells) => [cells, handle]),
    ])
  }

  #cell(record: Pick<CsvRecord, 'cells'>, name: string): string {
    return this.#columns.cell(record, name)
  }

  /** v2 exports number a variant's options as they come: the same option may have a different number on each row. */
  #optionsOf(record: Pick<CsvRecord, 'cells'>): OptionPair[] {
    return this.#options
      .map(({ name, value }) => ({ name: this.#cell(record, name), value: this.#cell(record, value) }))
      .filter(({ name }) => name !== '')
  }

  #refuseNamelessOptions(row: CanonicalRow): void {
    for (const { name, value } of this.#options) {
      const filled = this.#cell(row, value)
      if (filled === '' || this.#cell(row, name) !== '') continue
      addIssue(row.errors, issueOf(null, 'option_value_without_name', filled, { case: 'blank_name' }))
    }
  }

  #product(row: CanonicalRow, product: FileProduct): NamedCells {
    const tags = ['product tags', ...this.#tags].map((name) => this.#cell(row, name))
    return {
      title: this.#cell(row, 'product title'),
      description_html: this.#columns.raw(row, 'product description'),
      product_type: this.#cell(row, 'product type'),
      tags: tags.filter(Boolean).join(','),
      status: statusOf(this.#cell(row, 'product status'), row, product),
    }
  }

  #variant(row: CanonicalRow): NamedCells {
    const codes = ['variant barcode', 'variant ean', 'variant upc'].map((name) => this.#cell(row, name))
    return {
      variant_sku: this.#cell(row, 'variant sku'),
      variant_barcode: codes.find(Boolean) ?? '',
      variant_price: this.#cell(row, this.#price),
      variant_inventory_quantity: this.#quantity(row),
      variant_weight_grams: this.#cell(row, 'variant weight'),
    }
  }

  #quantity(row: CanonicalRow): string {
    const quantity = this.#cell(row, 'variant inventory quantity')
    const isCounted = booleanOf(this.#cell(row, 'variant manage inventory'))
    return quantityIfCounted(row, quantity, isCounted, { cell: 'Variant Manage Inventory', word: 'TRUE' })
  }

  #newImages(row: CanonicalRow, product: FileProduct): NamedCells[] {
    const images: { column: string; url: string }[] = []
    for (const name of this.#images) {
      const url = this.#cell(row, name)
      if (url === '' || product.images.has(url)) continue
      product.images.add(url)
      images.push({ column: 'image_url', url })
    }
    return fetchable(listed(images), row).map(({ url }) => ({ image_url: url }))
  }
}

/** Medusa has `published`, `draft`, `proposed` and `rejected`. */
function statusOf(status: string, row: CanonicalRow, product: FileProduct): string {
  const word = status.toLowerCase()
  if (word === '') return ''
  if (word === 'published') return 'active'
  if (word !== 'draft' && !product.hasWarnedOfStatus) {
    product.hasWarnedOfStatus = true
    warnOfDraft(row, status, 'published')
  }
  return 'draft'
}
