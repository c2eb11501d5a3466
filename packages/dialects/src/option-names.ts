import { brief } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'
import { optionCells, optionNameColumns, optionValueColumns } from './named-cells.ts'
import type { NamedCells } from './named-cells.ts'
import { issueOf } from './row-issues.ts'

export interface OptionPair {
  name: string
  value: string
}

/** Options of a product, at most. */
export const maxOptions = 3
/** Names that a message lists. */
const maxListed = 5

/**
 * The options of one product, in the order in which its rows first name them: files with named options may have them in
 * a different order on each row.
 */
export class OptionNames {
  readonly #names = new Set<string>()
  readonly #first: string[] = []

  /** Adds a row's options. Returns whether it names an option that no earlier row does. */
  add(pairs: OptionPair[]): boolean {
    const before = this.#names.size
    for (const { name } of pairs) {
      if (this.#names.has(name)) continue
      this.#names.add(name)
      if (this.#first.length < maxListed) this.#first.push(name)
    }
    return this.#names.size > before
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** The cells of a variant, in parts of a row; errors in its options go to the row. */
  cells(pairs: OptionPair[], row: CanonicalRow): NamedCells[] {
    const names = this.#first.slice(0, maxOptions)
    const values = names.map((name, index) => valueOf(name, pairs, { row, index }))
    return [optionCells(optionNameColumns, names), optionCells(optionValueColumns, values)]
  }

  /** Fails a row of a product with more options than allowed. */
  refuseTooMany(row: CanonicalRow): void {
    if (this.#names.size <= maxOptions) return
    row.errors.push(
      issueOf(null, 'too_many_options', null, {
        case: 'options',
        limit: maxOptions,
        count: this.#names.size,
      }),
    )
  }
}

function valueOf(name: string, pairs: OptionPair[], place: { row: CanonicalRow; index: number }): string {
  const values = pairs.filter((pair) => pair.name === name).map((pair) => pair.value)
  const [value = ''] = values
  if (values.every((other) => other === value)) return value
  const different = [...new Set(values)]
  place.row.errors.push(
    issueOf(`option${place.index + 1}_value`, 'several_option_values', different.join(', '), {
      case: 'option',
      option: brief(name),
    }),
  )
  return value
}
