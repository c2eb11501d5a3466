import { booleanOf, brief, fileWarning, normalizeHandle } from '@catalog/catalog'
import type { FileWarning } from '@catalog/contracts'
import { adjustHandles } from '../adjust-handles.ts'
import type { CanonicalRow, Dialect } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { namedColumns, namedRows } from '../named-cells.ts'
import type { NamedCells } from '../named-cells.ts'
import { OptionNames } from '../option-names.ts'
import type { OptionPair } from '../option-names.ts'
import { recordRows } from '../record-rows.ts'
import { addIssue, issueOf } from '../row-issues.ts'
import { quantityIfCounted } from '../untracked-quantity.ts'
import { total } from '../variant-rows/amounts.ts'
import { isWeightUnit, weightInGrams } from '../weight-in-grams.ts'
import { isInventory, isKnown, nearestColumn, offSale } from './columns.ts'

/** The product export of Lightspeed Retail (X-Series, once Vend): a row for each variant, tied by handle (csv-format.md §9). */
export const lightspeed: Dialect = {
  name: 'lightspeed',
  normalize: collapsedHeader,
  mustHave: {
    all: ['handle', 'name', 'retail_price'],
    any: ['supply_price', 'track_inventory', 'composite_sku', 'variant_option_one_name'],
  },
  never: ['item type'],
  knows: isKnown,
  nearest: nearestColumn,
  read(header, records) {
    const columns = new HeaderColumns(header, collapsedHeader)
    const reader = new Reader(columns)
    const rows = recordRows(header, records, lightspeed)
    const products = reader.productsOf(rows)
    const read = rows.flatMap((row) => reader.read(row, products.get(row)))
    return adjustHandles({
      columns: namedColumns,
      rows: read,
      canonical: false,
      warnings: reader.warningsOf(rows),
    })
  },
}

/** Data that the rows of a product share. */
interface FileProduct {
  /** The row with the product's cells. */
  first: CanonicalRow
  options: OptionNames
  /** The rows that name its options. */
  needs: number[]
}

const optionColumns = ['one', 'two', 'three'].map((number) => ({
  name: `variant_option_${number}_name`,
  value: `variant_option_${number}_value`,
}))

class Reader {
  readonly #columns: HeaderColumns
  readonly #outlets: string[]

  constructor(columns: HeaderColumns) {
    this.#columns = columns
    this.#outlets = columns.names().filter(isInventory)
  }

  /** By row; parts of composite products have none. */
  productsOf(rows: CanonicalRow[]): Map<CanonicalRow, FileProduct> {
    const byHandle = new Map<string, FileProduct>()
    const products = new Map<CanonicalRow, FileProduct>()
    for (const row of rows) {
      if (this.#isPart(row)) continue
      const handle = normalizeHandle(this.#cell(row, 'handle'))
      const product = byHandle.get(handle) ?? { first: row, options: new OptionNames(), needs: [row.row] }
      if (product.first === row) byHandle.set(handle, product)
      products.set(row, product)
      const options = this.#optionsOf(row).filter(({ value }) => value !== '')
      if (product.options.add(options)) product.needs.push(row.row)
    }
    return products
  }

  read(row: CanonicalRow, product: FileProduct | undefined): CanonicalRow[] {
    const handle = { handle: this.#cell(row, 'handle') }
    if (!product) {
      row.warnings.push(
        issueOf('composite_sku', 'row_not_imported', this.#cell(row, 'composite_sku') || null, {
          case: 'composite',
        }),
      )
      return namedRows({ ...row, skipped: true }, [[handle, { variant_sku: this.#cell(row, 'sku') }]])
    }
    row.needs = product.needs
    product.options.refuseTooMany(row)
    this.#warnOfHalfOptions(row, product)
    const options = this.#optionsOf(row)
    return namedRows(row, [
      [
        handle,
        this.#productCells(row, product),
        ...(options.length > 0 ? product.options.cells(options, row) : []),
        this.#variantCells(row),
      ],
    ])
  }

  warningsOf(rows: CanonicalRow[]): FileWarning[] {
    const used = this.#outlets.filter((outlet) => rows.some((row) => /[1-9]/.test(this.#cell(row, outlet))))
    const isUnknown = (row: CanonicalRow) =>
      /[1-9]/.test(this.#cell(row, 'weight')) && !isWeightUnit(this.#word(row, 'weight_unit'))
    const warnings: FileWarning[] = []
    if (used.length > 1) {
      warnings.push(fileWarning('several_outlets'))
    }
    if (rows.some(isUnknown)) {
      warnings.push(fileWarning('weight_unit_unknown', { case: 'unit_column' }))
    }
    return warnings
  }

  #cell(row: CanonicalRow, name: string): string {
    return this.#columns.cell(row, name)
  }

  #word(row: CanonicalRow, name: string): string {
    return this.#columns.word(row, name).toLowerCase()
  }

  /** Whether the row is a component of a composite product, not a product. */
  #isPart(row: CanonicalRow): boolean {
    return this.#cell(row, 'composite_sku') !== '' && this.#cell(row, 'name') === ''
  }

  #optionsOf(row: CanonicalRow): OptionPair[] {
    const options = optionColumns
      .map(({ name, value }) => ({ name: this.#cell(row, name), value: this.#cell(row, value) }))
      .filter(({ name }) => name !== '')
    // As for products without options from Shopify.
    const [only] = options
    const isNone = options.length === 1 && only?.name === 'Title' && /^default(?: title)?$/i.test(only.value)
    return isNone ? [] : options
  }

  /**
   * Warns of options that are left out: a value without a name, and a name for which no row of the product has a value.
   */
  #warnOfHalfOptions(row: CanonicalRow, { options }: FileProduct): void {
    for (const [index, columns] of optionColumns.entries()) {
      const name = this.#cell(row, columns.name)
      const value = this.#cell(row, columns.value)
      const isNameless = name === '' && value !== ''
      const isValueless = name !== '' && value === '' && !options.has(name)
      if (!isNameless && !isValueless) continue
      addIssue(
        row.warnings,
        issueOf(
          `option${index + 1}_value`,
          'ignored_value',
          value || name,
          isNameless ? { case: 'blank_option_name' } : { case: 'unused_option', option: brief(name) },
        ),
      )
    }
  }

  /** The product's cells on the first row; on other rows, warns of a different name. */
  #productCells(row: CanonicalRow, { first }: FileProduct): NamedCells {
    const title = this.#cell(row, 'name')
    if (row === first) {
      return {
        title,
        description_html: this.#columns.raw(row, 'description'),
        vendor: this.#cell(row, 'brand_name'),
        product_type: this.#cell(row, 'product_category') || this.#cell(row, 'type'),
        tags: this.#cell(row, 'tags'),
        status: this.#status(row),
      }
    }
    const other = this.#cell(first, 'name')
    if (title !== other && title !== '') {
      addIssue(
        row.warnings,
        issueOf('title', 'ignored_value', title, {
          case: 'earlier_row',
          row: first.row,
          earlier: brief(other),
        }),
      )
    }
    if (this.#status(first) !== 'draft') offSale.warnOfVariant((column) => this.#cell(row, column), row)
    return {}
  }

  #status(row: CanonicalRow): string {
    return offSale.status((column) => this.#cell(row, column), row)
  }

  #variantCells(row: CanonicalRow): NamedCells {
    const unit = this.#word(row, 'weight_unit')
    const weight = this.#cell(row, 'weight')
    return {
      variant_sku: this.#cell(row, 'sku'),
      variant_price: this.#cell(row, 'retail_price'),
      variant_inventory_quantity: this.#quantity(row),
      variant_weight_grams: isWeightUnit(unit) ? (weightInGrams(weight, unit) ?? weight) : '',
    }
  }

  /** The sum over all outlets. */
  #quantity(row: CanonicalRow): string {
    const sum = total(this.#outlets.map((outlet) => this.#columns.word(row, outlet)))
    const whole = /^(-?\d+)\.0+$/.exec(sum)?.[1] ?? sum
    const isCounted = booleanOf(this.#word(row, 'track_inventory'))
    return quantityIfCounted(row, whole, isCounted, { cell: 'track_inventory', word: '1' })
  }
}
