import type { CanonicalRow, Dialect, MadeHandle } from '../dialect.ts'
import { HeaderColumns } from '../header-columns.ts'
import { fetchable, listed } from '../image-links.ts'
import { metadataValue } from '../metadata-columns.ts'
import {
  namedColumns,
  namedRows,
  optionCells,
  optionNameColumns,
  optionValueColumns,
} from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { sharedQuantity } from '../off-sale.ts'
import { OptionCombinations, warnOfCombinations } from '../option-combinations.ts'
import type { Option } from '../option-combinations.ts'
import { namesWith, productHandles } from '../product-handles.ts'
import type { NamedProduct } from '../product-handles.ts'
import { recordRows } from '../record-rows.ts'
import { htmlOf } from '../text-to-html.ts'
import { isKnown, nearestColumn, normalize } from './columns.ts'
import { issueOf } from '../row-issues.ts'

/**
 * The listings that Etsy's shop manager downloads: a row for each, with its variations as lists of values
 * (csv-format.md §9). For a listing with variations the file has one price, the lowest, and no quantities or SKUs of
 * single variants.
 */
export const etsy: Dialect = {
  name: 'etsy',
  normalize,
  mustHave: { all: ['title', 'price', 'currency_code'], any: ['quantity', 'image1', 'variation 1 name'] },
  never: ['handle', 'item type'],
  knows: isKnown,
  nearest: nearestColumn,
  read(header, records) {
    const columns = new HeaderColumns(header, normalize)
    const reader = new Reader(columns)
    const listings = recordRows(header, records, etsy).map((row) => reader.listingOf(row))
    const made = new Map<string, MadeHandle>()
    const handles = productHandles(listings, { made })
    return {
      columns: [...namedColumns, materialsColumn],
      rows: listings.flatMap((listing) => reader.read(listing, handles.get(listing))),
      canonical: false,
      handlesFromNames: { made, hasSkus: columns.has('sku') },
    }
  },
}

const variations = [1, 2, 3].map((number) => ({
  number,
  name: `variation ${number} name`,
  type: `variation ${number} type`,
  values: `variation ${number} values`,
}))

const materialsColumn = 'metadata.materials'

/** `sku`: one SKU, several separated by commas, or `''`. */
type Listing = NamedProduct & { row: CanonicalRow }

class Reader {
  readonly #columns: HeaderColumns
  readonly #images: string[]
  readonly #combinations = new OptionCombinations()

  constructor(columns: HeaderColumns) {
    this.#columns = columns
    this.#images = columns
      .names()
      .filter((name) => /^image\d+$/.test(name))
      .sort((a, b) => Number(a.slice('image'.length)) - Number(b.slice('image'.length)))
  }

  listingOf(row: CanonicalRow): Listing {
    const title = this.#cell(row, 'title')
    const sku = this.#cell(row, 'sku')
    return { row, sku, names: namesWith(title, sku.split(',', 1)) }
  }

  read({ row, sku }: Listing, handle: string | undefined): CanonicalRow[] {
    if (handle === undefined) {
      row.errors.push(issueOf('handle', 'missing_value', null, { case: 'no_own_name' }))
      return namedRows(row, [[{ title: this.#cell(row, 'title') }]])
    }
    const options = this.#optionsOf(row)
    const images = this.#imagesOf(row)
    const variants = options.length === 0 ? [this.#onlyVariant(row, sku)] : this.#variants(row, sku, options)
    const product = {
      ...this.#productCells(row),
      ...optionCells(
        optionNameColumns,
        options.map(({ name }) => name),
      ),
    }
    const rows = Array.from({ length: Math.max(1, variants.length, images.length) }, (_, index) => [
      { handle },
      index === 0 ? product : {},
      variants[index] ?? {},
      images[index] ?? {},
    ])
    return namedRows(row, rows, [this.#materials(row)])
  }

  #cell(row: CanonicalRow, name: string): string {
    return this.#columns.cell(row, name)
  }

  #productCells(row: CanonicalRow): NamedCells {
    return {
      title: this.#cell(row, 'title'),
      // Etsy's descriptions are plain text.
      description_html: htmlOf(this.#cell(row, 'description')),
      // Etsy writes a space within a tag as `_`, which its tags cannot contain.
      tags: this.#cell(row, 'tags').replaceAll('_', ' '),
    }
  }

  #materials(row: CanonicalRow): string {
    const materials = this.#cell(row, 'materials').replaceAll(',', ', ')
    return metadataValue(materials, row, materialsColumn)
  }

  #onlyVariant(row: CanonicalRow, sku: string): NamedCells {
    return {
      variant_sku: sku,
      variant_price: this.#cell(row, 'price'),
      variant_inventory_quantity: this.#cell(row, 'quantity'),
    }
  }

  #variants(row: CanonicalRow, sku: string, options: Option[]): NamedCells[] {
    const only = this.#onlyVariant(row, sku)
    const made = this.#combinations.of(row, options)
    const isOne = made.length === 1
    if (made.length > 1) {
      warnOfCombinations(row, made.length, [
        { name: 'SKU', value: sku },
        { name: 'QUANTITY', value: only['variant_inventory_quantity'] ?? '' },
      ])
    }
    const quantity = sharedQuantity(only['variant_inventory_quantity'] ?? '')
    const shared = isOne ? only : { ...only, variant_sku: '', variant_inventory_quantity: quantity }
    return made.map((values) => Object.assign(optionCells(optionValueColumns, values), shared))
  }

  /** Etsy has two at most. One may have no name: its type then names it. */
  #optionsOf(row: CanonicalRow): Option[] {
    return variations.flatMap((variation) => {
      const list = this.#cell(row, variation.values)
      if (list === '') return []
      const values = list
        .split(',')
        .map((value) => value.trim())
        .filter((value) => value !== '')
      const name =
        this.#cell(row, variation.name) || this.#cell(row, variation.type) || `Option ${variation.number}`
      return values.length === 0 ? [] : [{ name, values }]
    })
  }

  #imagesOf(row: CanonicalRow): NamedCells[] {
    const images = this.#images.map((name) => ({ column: 'image_url', url: this.#cell(row, name) }))
    const urls = new Set(fetchable(listed(images), row).map(({ url }) => url))
    return [...urls].map((url, index) => ({ image_url: url, image_position: String(index + 1) }))
  }
}
