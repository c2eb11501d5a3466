import { brief, normalizeHandle, normalizeImageUrl } from '@catalog/catalog'
import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, Dialect, MadeHandle } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { fetchable, listed } from '../image-links.ts'
import { metadataValue } from '../metadata-columns.ts'
import { namedColumns, namedRows } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { nearestHeader } from '../nearest-name.ts'
import { OptionNames } from '../option-names.ts'
import { handlesBehindSkus, namesWith, productHandles } from '../product-handles.ts'
import type { NamedProduct } from '../product-handles.ts'
import { recordRows } from '../record-rows.ts'
import { ofPlaces } from '../off-sale.ts'
import { addIssue, issueOf } from '../row-issues.ts'
import { RowOptions } from './row-options.ts'
import type { ComparedProduct } from './row-options.ts'
import type { Cell, CellReader, VariantSystem } from './variant-system.ts'

/** The dialect of a system whose files have a row for each variant (csv-format.md §9). */
export function variantRows(system: VariantSystem): Dialect {
  const { all, any, never, product, variant, options, images, read, others } = system.columns
  const { normalize = collapsedHeader, offSale } = system
  const readColumns = [
    ...Object.values(product).flat(),
    ...Object.values(variant).flat(),
    ...options.flatMap(({ name, value }) => [name, value]),
    ...offSale.columns.map(normalize),
    ...read,
  ]
  const known = new Set(readColumns)
  const begun = readColumns.filter((name) => name.endsWith('…')).map((name) => name.slice(0, -1))
  const unread = new Set(others)
  const imagePatterns = images.map((pattern) => new RegExp(`^(?:${pattern})$`))
  const dialect: Dialect = {
    name: system.name,
    normalize,
    mustHave: { all, any },
    never,
    knows: (header) =>
      known.has(header) ||
      begun.some((name) => header.startsWith(name)) ||
      imagePatterns.some((pattern) => pattern.test(header)),
    repeats: (header) => system.columns.repeats?.includes(header) ?? false,
    nearest: (header) => (unread.has(header) ? null : nearestHeader(header, readColumns)),
    read(header, records, now) {
      const columns = new HeaderColumns(header, normalize)
      const reader = system.reader(columns, now)
      const file = new VariantFile(system, columns, { imagePatterns, reader })
      const rows = recordRows(header, records, dialect)
      file.group(rows)
      const table = adjustHandles({
        columns: [...namedColumns, ...file.metadata],
        rows: rows.flatMap((row) => file.read(row)),
        canonical: false,
        compareAtFollowsPrice: system.compareAtFollowsPrice(columns),
        titleOption: system.titleOption,
        warnings: reader.warnings?.(records) ?? [],
      })
      const hasSkus = columns.has(system.columns.variant['variant_sku']?.[0] ?? '')
      return {
        ...table,
        handlesFromNames: system.isFoundBySku ? handlesBehindSkus(table) : { made: file.made, hasSkus },
      }
    },
  }
  return dialect
}

/** Data that the rows of a product share. */
interface FileProduct extends NamedProduct, ComparedProduct {
  row: CanonicalRow
  handle: string
  options: OptionNames
  /** The rows that are needed to read any of its rows. */
  needs: number[]
  /** Its images so far, as `normalizeImageUrl` writes them. */
  images: Set<string>
  /** The product's cells of its first row. */
  texts: NamedCells
}

class VariantFile {
  readonly #system: VariantSystem
  readonly #columns: HeaderColumns
  readonly #reader: CellReader
  readonly #images: string[]
  readonly #productHeaders: Record<string, string[]>
  /** Of these, the columns that the file has several times. */
  readonly #repeated: [column: string, headers: string[]][]
  readonly #products = new Map<CanonicalRow, FileProduct>()
  readonly #options: RowOptions
  /** The columns of custom fields that the file has. */
  readonly metadata: string[]
  readonly made = new Map<string, MadeHandle>()

  constructor(
    system: VariantSystem,
    columns: HeaderColumns,
    { imagePatterns, reader }: { imagePatterns: RegExp[]; reader: CellReader },
  ) {
    this.#system = system
    this.#columns = columns
    this.#reader = reader
    this.#options = new RowOptions(system, columns, (row) => this.#cellOf(row))
    this.#images = imagePatterns.flatMap((pattern) => columns.names().filter((name) => pattern.test(name)))
    this.#productHeaders = Object.fromEntries(
      Object.entries(system.columns.product).map(([column, headers]) => [
        column,
        headers.flatMap((name) => columns.all(name)),
      ]),
    )
    this.#repeated = Object.entries(this.#productHeaders).filter(
      ([column, headers]) => headers.length > (system.columns.product[column]?.length ?? 0),
    )
    this.metadata = Object.entries(system.columns.product)
      .filter(
        ([column, headers]) => column.startsWith('metadata.') && headers.some((name) => columns.has(name)),
      )
      .map(([column]) => column)
  }

  /** Ties the rows to products, in two steps: which options a product has depends on all of its rows. */
  group(rows: CanonicalRow[]): void {
    const products = new Map<string, FileProduct>()
    let key = ''
    for (const row of rows) {
      const cell = this.#cellOf(row)
      const own = this.#system.key(cell)
      key = own === undefined ? `row ${row.row}` : normalizeHandle(own) || key
      const product = products.get(key) ?? this.#newProduct(row, cell)
      products.set(key, product)
      this.#products.set(row, product)
      product.rows.push(row)
      this.#options.compare(row, product)
    }
    for (const product of products.values())
      this.#options.tellApart(product, (row) => this.#titleAndIdOf(row))
    for (const row of rows) {
      const product = this.#products.get(row)
      if (!product) continue
      const isNew = product.options.add(this.#options.of(row, product))
      if (isNew || product.told) product.needs.push(row.row)
    }
    this.#makeHandles([...products.values()])
  }

  read(row: CanonicalRow): CanonicalRow[] {
    const cell = this.#cellOf(row)
    const product = this.#products.get(row)
    if (!product) return []
    if (product.handle === '') refuseNameless(row)
    if (product.rows.length > 1) row.needs = row.needs ? [...row.needs, ...product.needs] : product.needs
    const options = this.#options.of(row, product)
    product.options.refuseTooMany(row)
    const images = this.#imagesOf(row)
    const [first = '', ...further] = newImages(images, product)
    const hasImage = this.#system.hasVariantImages && product.rows.length > 1
    const rows = [
      [
        { handle: product.handle },
        this.#productCells(row, cell, product),
        ...(options.length > 0 ? product.options.cells(options, row) : []),
        this.#variantCells(row, cell),
        { image_url: first, variant_image_url: hasImage ? (images[0] ?? '') : '' },
      ],
      ...further.map((url) => [{ handle: product.handle, image_url: url }]),
    ]
    return namedRows(row, rows, row === product.row ? this.#metadataOf(row, cell, product) : [])
  }

  #cellOf(row: CanonicalRow): Cell {
    return (column) =>
      column.endsWith('…') ? this.#ofPlaces(row, column.slice(0, -1)) : this.#columns.cell(row, column)
  }

  /** What the columns say together whose names begin so. */
  #ofPlaces(row: CanonicalRow, beginning: string): string {
    const names = this.#columns.names().filter((name) => name.startsWith(beginning))
    return ofPlaces(names.map((name) => this.#columns.cell(row, name)))
  }

  #newProduct(row: CanonicalRow, cell: Cell): FileProduct {
    const texts = this.#copies(cell, this.#productHeaders)
    const { variant_sku: sku = '' } = this.#copies(cell, this.#system.columns.variant)
    const id = this.#system.id?.(cell) ?? ''
    return {
      row,
      handle: this.#system.handle(cell),
      names: namesWith(texts['title'] ?? '', [sku, id]),
      sku,
      id,
      options: new OptionNames(),
      values: new Map(),
      needs: [row.row],
      images: new Set(),
      texts,
      rows: [],
    }
  }

  #makeHandles(products: FileProduct[]): void {
    const taken = new Map(
      products.flatMap(({ handle, row }): [string, CanonicalRow][] =>
        handle === '' ? [] : [[normalizeHandle(handle), row]],
      ),
    )
    const nameless = products.filter(({ handle }) => handle === '')
    const handles = productHandles(nameless, { taken, made: this.made, system: this.#system.name })
    for (const [product, handle] of handles) product.handle = handle
  }

  #titleAndIdOf(row: CanonicalRow): { title: string; id: string } {
    const cell = this.#cellOf(row)
    const { title = '' } = this.#copies(cell, this.#productHeaders)
    const { variant_sku: id = '' } = this.#copies(cell, this.#system.columns.variant)
    return { title, id }
  }

  /** The product's cells on its first row; on other rows, warnings of different ones. */
  #productCells(row: CanonicalRow, cell: Cell, { row: first, texts }: FileProduct): NamedCells {
    if (row === first) {
      const status = this.#system.offSale.status(cell, row)
      this.#warnOfRepeated(cell, row)
      return { ...texts, status, ...this.#reader.product?.(cell, row) }
    }
    for (const [column, text] of Object.entries(this.#copies(cell, this.#productHeaders))) {
      const earlier = texts[column] ?? ''
      if (text === '' || text === earlier) continue
      addIssue(
        row.warnings,
        issueOf(column, 'ignored_value', text, {
          case: 'earlier_row',
          row: first.row,
          earlier: brief(earlier),
        }),
      )
    }
    this.#system.offSale.warnOfVariant(cell, row)
    return {}
  }

  #warnOfRepeated(cell: Cell, { warnings }: CanonicalRow): void {
    for (const [column, headers] of this.#repeated) {
      const filled = headers.map((name) => cell(name)).filter((text) => text !== '')
      const other = filled.find((text) => text !== filled[0])
      if (other === undefined) continue
      addIssue(warnings, issueOf(column, 'ignored_value', other, { case: 'repeated_column' }))
    }
  }

  #variantCells(row: CanonicalRow, cell: Cell): NamedCells {
    const cells = { ...this.#copies(cell, this.#system.columns.variant), ...this.#reader.variant(cell, row) }
    const { variant_inventory_quantity: quantity = '' } = cells
    return { ...cells, variant_inventory_quantity: this.#system.offSale.quantity(cell, quantity, row) }
  }

  /** The text of each column of the catalog but for custom fields. */
  #copies(cell: Cell, columns: Record<string, string[]>): NamedCells {
    const cells: NamedCells = {}
    for (const [column, headers] of Object.entries(columns)) {
      if (column.startsWith('metadata.')) continue
      cells[column] = headers.map((name) => cell(name)).find((text) => text !== '') ?? ''
    }
    return cells
  }

  /** What is an option is no custom field as well. */
  #metadataOf(row: CanonicalRow, cell: Cell, product: FileProduct): string[] {
    const { options } = this.#system.columns
    const names = new Map(options.map(({ name, value }) => [value, name]))
    return this.metadata.map((column) => {
      const headers = this.#system.columns.product[column] ?? []
      const header = headers.find((name) => cell(name) !== '') ?? ''
      if (product.options.has(names.get(header) ?? '')) return ''
      return metadataValue(cell(header), row, column)
    })
  }

  #imagesOf(row: CanonicalRow): string[] {
    const cells = this.#images.map((name) => ({ column: 'image_url', url: this.#columns.cell(row, name) }))
    return fetchable(listed(cells), row).map(({ url }) => url)
  }
}

/** The images that no earlier row of the product has. */
function newImages(urls: string[], { images }: FileProduct): string[] {
  return urls.filter((url) => {
    const known = normalizeImageUrl(url) ?? url
    return !images.has(known) && images.add(known)
  })
}

function refuseNameless({ errors }: CanonicalRow): void {
  errors.push(issueOf('handle', 'missing_value', null, { case: 'no_own_name' }))
}
