import { imageIdentity, normalizeHandle, unguard } from '@catalog/catalog'
import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, CanonicalTable, CsvRecord, Dialect, MadeHandle } from '../dialect.ts'
import { warnOfDraft } from '../draft-status.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { readImageCells } from '../image-cells.ts'
import { fittingKey, leaveOut, metadataColumns, metadataValue } from '../metadata-columns.ts'
import { nearestHeader } from '../nearest-name.ts'
import { ofPlaces, warnOfOffSale } from '../off-sale.ts'
import type { OffSale } from '../off-sale.ts'
import { recordRows } from '../record-rows.ts'
import { slug } from '../slug.ts'
import { quantityIfCounted } from '../untracked-quantity.ts'

/** Names that differ between Shopify's formats. */
export interface ShopifyNames {
  /** By header in Shopify's spelling, its canonical column. */
  columns: Record<string, string>
  /** Columns that the catalog lacks, so that they are not taken for misspellings. */
  others: string[]
  /** Column that decides the status of products without one. */
  published: string
  /** What is not in the online store, or in none of the markets. */
  offSale: OffSale
  /** Column that says who tracks the inventory; blank: nobody. */
  tracker: string
  /** Whether a row without a handle gets the slug of its title. */
  slugsTitles: boolean
}

/**
 * The common part of Shopify's formats (csv-format.md §9): a row for each variant or further image, tied by the handle,
 * with the product's cells on the first. A blank cell has no effect.
 */
export function shopifyFormat(
  names: ShopifyNames,
): Pick<Dialect, 'normalize' | 'knows' | 'nearest' | 'read'> {
  const spelled = [...Object.keys(names.columns), names.published, names.tracker]
  const known = new Set<string>(spelled.map(collapsedHeader))
  const others = new Set(names.others.map(collapsedHeader))
  const canonical = new Map(
    Object.entries(names.columns).map(([name, column]) => [collapsedHeader(name), column]),
  )
  return {
    normalize: collapsedHeader,
    knows: (header) => known.has(header) || isMarket(header) || metafieldKey(header) !== undefined,
    nearest: (header) => (others.has(header) ? null : nearestHeader(header, spelled)),
    read: (header, records) =>
      readShopify(header, records, names, { canonical, isRead: (name) => known.has(name) }),
  }
}

function readShopify(
  header: string[],
  records: CsvRecord[],
  names: ShopifyNames,
  { canonical, isRead }: { canonical: Map<string, string>; isRead: (header: string) => boolean },
): CanonicalTable {
  const columns = columnsOf(header, names, canonical)
  const reader = new ShopifyReader(header, columns, names)
  const rows = recordRows(header, records, { normalize: collapsedHeader, knows: isRead }).map((row) =>
    reader.cleanCells(row),
  )
  const products = reader.productsOf(rows)
  return adjustHandles({
    columns,
    rows: rows.flatMap((row) => reader.read(row, products)),
    canonical: false,
    handlesFromNames: { made: reader.handlesOfTitles(rows), hasSkus: true, namesTie: true },
  })
}

const stock = 'variant_inventory_quantity'

/** A column for each of the header's, then those that the file lacks and that reading fills. */
function columnsOf(
  header: string[],
  { published, tracker }: ShopifyNames,
  canonical: Map<string, string>,
): (string | null)[] {
  const taken = new Set<string>()
  const metafields = new Map(
    metadataColumns(header.map(collapsedHeader), metafieldKey).map((metafield) => [
      metafield.header,
      metafield.column,
    ]),
  )
  const columns = header.map((name) => {
    const normalized = collapsedHeader(name)
    const column = canonical.get(normalized) ?? metafields.get(normalized)
    if (column === undefined || taken.has(column)) return null
    taken.add(column)
    return column
  })
  if (!taken.has('status')) {
    const position = header.findIndex((name) => collapsedHeader(name) === collapsedHeader(published))
    if (position !== -1) columns[position] = 'status'
  }
  const filled = ['handle', 'image_url']
  // Exports of shops with several locations have no quantities, even where they say that stock is counted.
  if (header.some((name) => collapsedHeader(name) === collapsedHeader(tracker))) filled.push(stock)
  for (const column of filled) if (!taken.has(column)) columns.push(column)
  return columns
}

/** Data that the rows of a product share. */
interface FileProduct {
  /** The first row with a status, if any. */
  statusRow: number | undefined
  /** By column of `offSale`, its first cell that says something, and the first row that has one. */
  sale: Map<string, string>
  saleRow: number | undefined
  /** Whether a row has warned that the product becomes a draft. */
  hasWarned: boolean
  /** Its images so far, by `imageIdentity`. */
  images: Set<string>
  /** Its metafields so far, by position. */
  metafields: Map<number, string>
}

/**
 * The metadata key of a header such as `Fit (product.metafields.custom.fit)`: `fit`, prefixed with the namespace if
 * that is not `custom`. Variants have no metadata.
 */
function metafieldKey(header: string): string | undefined {
  const [, namespace, key] = /\(product\.metafields\.([^.()]{1,64})\.([^.()]{1,64})\)$/.exec(header) ?? []
  if (namespace === undefined || key === undefined) return undefined
  return fittingKey(namespace === 'custom' ? key : `${namespace}_${key}`)
}

/** `Included / Canada`: whether the product is sold in a market. */
function isMarket(header: string): boolean {
  return header.startsWith('included / ')
}

class ShopifyReader {
  readonly #file: HeaderColumns
  /** Number of the file's columns; data beyond it belongs to no column. */
  readonly #width: number
  readonly #columns: (string | null)[]
  readonly #positions: Map<string | null, number>
  readonly #names: ShopifyNames
  /** Whether the file has a status column besides `Published`. */
  readonly #hasStatus: boolean
  /** The positions of metafields. */
  readonly #metafields: number[]
  readonly #published: string
  readonly #markets: string[]
  readonly #saleColumns: string[]
  readonly #tracker: string
  /** Rows whose handle was made of their title. */
  readonly #titled = new Set<CanonicalRow>()

  constructor(header: string[], columns: (string | null)[], names: ShopifyNames) {
    this.#file = new HeaderColumns(header, collapsedHeader)
    this.#width = header.length
    this.#columns = columns
    this.#positions = new Map(columns.map((column, position) => [column, position]))
    this.#names = names
    this.#hasStatus = this.#file.has('status')
    this.#metafields = columns.flatMap((column, position) =>
      column?.startsWith('metadata.') ? [position] : [],
    )
    this.#published = collapsedHeader(names.published)
    this.#markets = this.#file.names().filter(isMarket)
    this.#saleColumns = names.offSale.columns.map(collapsedHeader)
    this.#tracker = collapsedHeader(names.tracker)
  }

  /** The cells trimmed (some files are padded with spaces), without guards, and with a handle if possible. */
  cleanCells(row: CanonicalRow): CanonicalRow {
    const cells = this.#columns.map((_, position) => {
      const cell = position < this.#width ? row.cells[position] : undefined
      return cell ? cleanCell(cell) : ''
    })
    const clean = { ...row, cells }
    readImageCells(clean, this.#columns)
    for (const column of ['variant_sku', 'variant_barcode']) {
      this.#change(clean, column, (cell) => cell.replace(/^'(?=\d+$)/, ''))
    }
    this.#change(clean, 'variant_weight_grams', roundedWeight)
    if (this.#names.slugsTitles && this.#cell(clean, 'handle') === '') {
      this.#titled.add(clean)
      this.#change(clean, 'handle', () => slug(this.#cell(clean, 'title')))
    }
    return clean
  }

  /** The handles that no row of the file has, other than by its title. */
  handlesOfTitles(rows: CanonicalRow[]): Map<string, MadeHandle> {
    const made = new Map<string, MadeHandle>()
    if (this.#titled.size === 0) return made
    for (const row of this.#titled) {
      made.set(this.#handleOf(row), { names: [this.#cell(row, 'title')], sku: '', sourceId: undefined })
    }
    for (const row of rows) if (!this.#titled.has(row)) made.delete(this.#handleOf(row))
    return made
  }

  productsOf(rows: CanonicalRow[]): Map<string, FileProduct> {
    const products = new Map<string, FileProduct>()
    for (const row of rows) {
      const handle = this.#handleOf(row)
      const product = products.get(handle) ?? {
        statusRow: undefined,
        sale: new Map(),
        saleRow: undefined,
        hasWarned: false,
        images: new Set(),
        metafields: new Map(),
      }
      products.set(handle, product)
      if (this.#hasStatus && this.#cell(row, 'status') !== '') product.statusRow ??= row.row
      for (const name of this.#saleColumns) {
        const cell = isMarket(name) ? this.#marketsOf(row) : this.#file.cell(row, name)
        if (cell === '' || product.sale.has(name)) continue
        product.sale.set(name, cell)
        product.saleRow ??= row.row
      }
      if (!this.#positions.has('variant_image_url')) continue
      const url = this.#cell(row, 'image_url')
      const image = url === '' ? undefined : imageIdentity(url)
      if (image !== undefined) product.images.add(image)
    }
    return products
  }

  read(row: CanonicalRow, products: Map<string, FileProduct>): CanonicalRow[] {
    const product = products.get(this.#handleOf(row))
    if (!product) return [row]
    if (product.statusRow === undefined) {
      const published = this.#file.cell(row, this.#published)
      this.#change(row, 'status', () => statusOf(published))
    } else {
      // Without that row, `Published` would count.
      row.needs = [product.statusRow]
    }
    this.#readStatus(row, product)
    for (const position of this.#metafields) this.#readMetafield(row, position, product)
    this.#readQuantity(row)
    const image = this.#variantImage(row, product)
    return image ? [row, image] : [row]
  }

  /**
   * Read as drafts: an unlisted product, which anyone with its address can buy, and an active one that is not in the
   * online store.
   */
  #readStatus(row: CanonicalRow, product: FileProduct): void {
    const status = this.#cell(row, 'status')
    const word = status.toLowerCase()
    if (word === 'unlisted') {
      this.#change(row, 'status', () => 'draft')
      if (row.row === product.statusRow) warnOfDraft(row, status)
    }
    const off = this.#names.offSale.notForSale((name) => product.sale.get(name) ?? '')
    if (!off || word !== 'active') return
    this.#change(row, 'status', () => 'draft')
    if (product.saleRow !== undefined) row.needs = [...(row.needs ?? []), product.saleRow]
    if (!product.hasWarned) warnOfOffSale(row, off)
    product.hasWarned = true
  }

  /** Of the markets that the row names: no, if it is in none of them. */
  #marketsOf(row: CanonicalRow): string {
    return ofPlaces(this.#markets.map((name) => this.#file.cell(row, name)))
  }

  /** The first value of a product counts: further rows repeat it, or belong to a variant. */
  #readMetafield(row: CanonicalRow, position: number, { metafields }: FileProduct): void {
    const cell = row.cells[position] ?? ''
    if (cell === '') return
    const column = this.#columns[position] ?? ''
    const first = metafields.get(position)
    const value = first === undefined ? metadataValue(cell, row, column) : ''
    row.cells[position] = value
    if (first === undefined) metafields.set(position, cell)
    else if (first !== cell) leaveOut(row, column, cell)
  }

  #readQuantity(row: CanonicalRow): void {
    if (!this.#file.has(this.#tracker) || !this.#isVariant(row)) return
    const isCounted = this.#file.cell(row, this.#tracker) !== ''
    const tracker = { cell: this.#names.tracker, word: 'shopify' }
    this.#change(row, stock, (cell) => quantityIfCounted(row, cell, isCounted, tracker))
  }

  /** A variant's image also becomes one of the product's, if the file does not list it as such. */
  #variantImage(row: CanonicalRow, product: FileProduct): CanonicalRow | undefined {
    const url = this.#cell(row, 'variant_image_url')
    const image = url === '' ? undefined : imageIdentity(url)
    if (image === undefined || product.images.has(image) || !this.#isVariant(row)) return undefined
    product.images.add(image)
    const added = { row: row.row, cells: row.cells.map(() => ''), errors: [], warnings: [] }
    this.#change(added, 'handle', () => this.#cell(row, 'handle'))
    this.#change(added, 'image_url', () => url)
    return added
  }

  #isVariant({ cells }: CanonicalRow): boolean {
    return this.#columns.some(
      (column, position) =>
        column !== null &&
        column !== 'variant_image_url' &&
        /^(?:variant_|option\d_value)/.test(column) &&
        cells[position] !== '',
    )
  }

  #handleOf(row: CanonicalRow): string {
    return normalizeHandle(this.#cell(row, 'handle'))
  }

  /** The cell of a row in the table's order of columns. */
  #cell({ cells }: CanonicalRow, column: string): string {
    const position = this.#positions.get(column)
    return position === undefined ? '' : (cells[position] ?? '')
  }

  #change({ cells }: CanonicalRow, column: string, change: (cell: string) => string): void {
    const position = this.#positions.get(column)
    if (position !== undefined) cells[position] = change(cells[position] ?? '')
  }
}

/** Exports put an apostrophe before texts that a spreadsheet would take for a formula. */
function cleanCell(cell: string): string {
  const trimmed = cell.trim()
  return trimmed.startsWith("'") ? unguard(trimmed) : trimmed
}

/** The status by `Published`; any other word is left for the preview to refuse. */
function statusOf(published: string): string {
  const word = published.toLowerCase()
  if (['true', '1', 'yes', 'y'].includes(word)) return 'active'
  return ['false', '0', 'no', 'n'].includes(word) ? 'draft' : published
}

/** Exports compute grams from ounces and pounds with more than the six decimals that the catalog stores. */
function roundedWeight(cell: string): string {
  const parts = /^(\d{1,20})\.(\d{6})(\d{1,20})$/.exec(cell)
  if (!parts) return cell
  const [, whole = '', kept = '', rest = ''] = parts
  const millionths = BigInt(whole + kept) + (rest >= '5' ? 1n : 0n)
  const digits = String(millionths).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
