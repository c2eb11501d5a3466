import { metadataKey } from '@catalog/catalog'
import type { ParametersOf } from '@catalog/catalog'
import { maxMetadataColumns, metadataValue } from '../metadata-columns.ts'
import type { NamedCells } from '../named-cells.ts'
import { remembered } from '../remembered.ts'
import { addIssue, issueOf } from '../row-issues.ts'
import type { MagentoRow } from './rows.ts'

/** Magento's internal attributes. */
const internal = new Set(['has_options', 'required_options'])

/** Converts the `additional_attributes` of products to metadata. */
export class Attributes {
  /** `metadata.<code>`, in the order in which they occur. */
  readonly columns: string[] = []
  readonly #known = new Set<string>()
  /** The column of a code; `''` if it cannot be one. Most products have the same attributes. */
  readonly #columnOf = remembered((code) => {
    const column = `metadata.${code}`
    return metadataKey(column) === undefined ? '' : column
  })

  productCells(row: MagentoRow): NamedCells {
    const cells: NamedCells = {}
    const { values, unread } = row.attributes
    if (unread !== '') ignore(row, unread)
    const left: string[] = []
    for (const [code, value] of values) {
      if (internal.has(code) || value === '') continue
      const column = this.#columnOf(code)
      if (column === '') {
        ignore(row, value)
      } else if (this.#register(column)) {
        cells[column] = metadataValue(value, row.record, 'additional_attributes')
      } else {
        left.push(code)
      }
    }
    if (left.length > 0) {
      ignore(row, left.join(', '))
    }
    return cells
  }

  #register(column: string): boolean {
    if (this.#known.has(column)) return true
    if (this.#known.size >= maxMetadataColumns) return false
    this.#known.add(column)
    this.columns.push(column)
    return true
  }
}

/** A variant has no metadata: values that differ from its product's are dropped with a warning. */
export function warnOfVariantAttributes(row: MagentoRow): void {
  if (!row.variantOf) return
  const { product, variation } = row.variantOf
  const shared = product.attributes.values
  const codes: string[] = []
  for (const [code, value] of row.attributes.values) {
    if (value === '' || internal.has(code) || variation.values.has(code)) continue
    if (shared.get(code) !== value) codes.push(code)
  }
  if (codes.length === 0) return
  ignore(row, codes.join(', '), { case: 'variant_fields' })
}

function ignore({ record }: MagentoRow, value: string, why?: ParametersOf<'ignored_value'>): void {
  addIssue(record.warnings, issueOf('additional_attributes', 'ignored_value', value, why))
}
