import type { CanonicalRow } from '../dialect.ts'
import type { HeaderColumns } from '../header-columns.ts'
import type { OptionPair } from '../option-names.ts'
import { tellApart } from './differences.ts'
import type { Cell, Option, VariantSystem } from './variant-system.ts'

/** What decides the options of a product's rows. */
export interface ComparedProduct {
  /** Its first row. */
  row: CanonicalRow
  rows: CanonicalRow[]
  /** Values of options that are options only where they differ, by name. */
  values: Map<string, Set<string>>
  /** If its rows need an option made of titles: the options that it has besides, and the value of each row. */
  told?: { names: Set<string>; values: Map<CanonicalRow, string> } | undefined
}

/** The options of the rows of a file. Which they are depends on all rows of the product, which are compared first. */
export class RowOptions {
  readonly #system: VariantSystem
  readonly #columns: HeaderColumns
  readonly #cellOf: (row: CanonicalRow) => Cell
  readonly #mayDiffer: boolean
  /** By row, but for an option made of titles. */
  readonly #own = new Map<CanonicalRow, OptionPair[]>()

  constructor(system: VariantSystem, columns: HeaderColumns, cellOf: (row: CanonicalRow) => Cell) {
    this.#system = system
    this.#columns = columns
    this.#cellOf = cellOf
    this.#mayDiffer = system.columns.options.some(({ ifSeveral, value }) => ifSeveral && columns.has(value))
  }

  /** To be called for each row of the product before any other method. */
  compare(row: CanonicalRow, { row: first, values }: ComparedProduct): void {
    if (!this.#mayDiffer) return
    for (const { name, value } of this.#pairs(row, first, () => true)) {
      const known = values.get(name) ?? new Set()
      if (known.size < 2) known.add(value)
      values.set(name, known)
    }
  }

  /** Makes an option of titles where the others do not tell the product's rows apart. */
  tellApart(product: ComparedProduct, textsOf: (row: CanonicalRow) => { title: string; id: string }): void {
    const { rows } = product
    const { titleOption, hasOptions = () => true } = this.#system
    if (titleOption === undefined || rows.length < 2 || !rows.every((row) => hasOptions(this.#cellOf(row))))
      return
    const told = tellApart(
      rows.map((row) => Object.assign(textsOf(row), { options: this.#ownOf(row, product) })),
    )
    product.told = told && {
      names: told.names,
      values: new Map(rows.map((row, at) => [row, told.values[at] ?? ''])),
    }
  }

  of(row: CanonicalRow, product: ComparedProduct): OptionPair[] {
    const { told } = product
    const pairs = this.#ownOf(row, product)
    if (!told) return pairs
    const own = pairs.filter(({ name }) => told.names.has(name))
    return [...own, { name: this.#system.titleOption ?? '', value: told.values.get(row) ?? '' }]
  }

  #ownOf(row: CanonicalRow, { row: first, values }: ComparedProduct): OptionPair[] {
    const known = this.#own.get(row)
    if (known) return known
    const pairs = this.#pairs(
      row,
      first,
      ({ name, ifSeveral }) => !ifSeveral || (values.get(name)?.size ?? 0) > 1,
    )
    this.#own.set(row, pairs)
    return pairs
  }

  #pairs(row: CanonicalRow, first: CanonicalRow, isOption: (option: Option) => boolean): OptionPair[] {
    const cell = this.#cellOf(row)
    if (this.#system.hasOptions && !this.#system.hasOptions(cell)) return []
    const filled = this.#system.columns.options.filter(
      (option) => cell(option.value) !== '' && isOption(option),
    )
    const others = filled.filter(({ ifNoOther }) => !ifNoOther)
    return (others.length > 0 ? others : filled).map(({ name, value }) => ({
      // Some files name the options on the product's first row only.
      name: cell(name) || this.#columns.cell(first, name) || name,
      value: cell(value),
    }))
  }
}
