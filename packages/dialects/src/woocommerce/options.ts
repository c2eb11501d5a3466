import { brief } from '@catalog/catalog'
import { OptionCombinations } from '../option-combinations.ts'
import { addIssue, issueOf } from '../row-issues.ts'
import { expandAny } from './any-values.ts'
import type { Attribute, WooRow } from './rows.ts'

const maxOptions = 3
/** Options that a message lists if there are too many. */
const maxListed = 20

/**
 * Sets the options of each variable product: its attributes that its variations name, in the product's order; if they
 * are too many, those in which its variations differ. Each variation gets its values.
 */
export function nameOptions(rows: WooRow[]): void {
  const combinations = new OptionCombinations()
  for (const product of rows) {
    if (product.type !== 'variable') continue
    nameByNumber(product)
    const named = variationAttributes(product)
    const isTooMany = named.length > maxOptions
    const deciding = isTooMany ? product.variations.map(({ row }) => row) : namingRows(product)
    const needs = [product.row, ...deciding]
    for (const variation of product.variations) variation.needs = needs
    const attributes = isTooMany ? differing(product, named) : named
    const names = attributes.map(({ name }) => name)
    if (names.length > maxOptions) {
      const error = tooManyOptions(names)
      for (const row of [product, ...product.variations]) row.errors.push(error)
      continue
    }
    product.optionNames = names
    const expanded = expandAny(product, attributes, combinations)
    for (const variation of product.variations) {
      variation.optionValues = expanded.get(variation) ?? [
        attributes.map((attribute, index) => valueOf(variation, attribute, index)),
      ]
      refuseNameless(variation)
    }
  }
}

/** A value without a name belongs to the product's attribute with the same number. */
function nameByNumber({ attributes, variations }: WooRow): void {
  const named = new Map(
    attributes.filter(({ name }) => name !== '').map((attribute) => [attribute.number, attribute]),
  )
  for (const variation of variations) {
    const own = new Set(variation.attributes.map(({ key }) => key))
    for (const attribute of variation.attributes) {
      const meant = attribute.name === '' ? named.get(attribute.number) : undefined
      if (meant && !own.has(meant.key)) Object.assign(attribute, { name: meant.name, key: meant.key })
    }
  }
}

/**
 * If variations fill in only some of the attributes that they name, the others are not options: the variations differ
 * without them.
 */
function variationAttributes(product: WooRow): Attribute[] {
  const named = new Map<string, Attribute>()
  const filled = new Set<string>()
  for (const variation of product.variations) {
    for (const attribute of variation.attributes) {
      if (attribute.name === '') continue
      if (!named.has(attribute.key)) named.set(attribute.key, attribute)
      if (attribute.values.length > 0) filled.add(attribute.key)
    }
  }
  return [...product.attributes, ...named.values()].filter((attribute) => {
    if (!named.delete(attribute.key)) return false
    if (filled.size === 0 || filled.has(attribute.key)) return true
    warnOfUnfilled(product, attribute)
    return false
  })
}

/** The attributes in which the variations differ; a warning says in which they do not. */
function differing({ variations, warnings }: WooRow, attributes: Attribute[]): Attribute[] {
  const own = Map.groupBy(
    variations.flatMap((variation) => variation.attributes),
    ({ key }) => key,
  )
  return attributes.filter(({ name, key }) => {
    const cells = (own.get(key) ?? []).map(({ values }) => values.join(', '))
    const [cell = ''] = cells
    const isShared = cells.length >= variations.length && cells.every((other) => other === cell)
    if (!isShared || cell === '' || variations.length === 1) return true
    addIssue(
      warnings,
      issueOf(null, 'ignored_value', cell, { case: 'same_option', option: brief(name), limit: maxOptions }),
    )
    return false
  })
}

function warnOfUnfilled({ warnings }: WooRow, { name }: Attribute): void {
  addIssue(warnings, issueOf(null, 'ignored_value', name, { case: 'unused_option', option: brief(name) }))
}

/**
 * The rows of variations that are the first to name an attribute, or to fill it in: they decide what the options are.
 */
function namingRows({ variations }: WooRow): number[] {
  const named = new Set<string>()
  const filled = new Set<string>()
  return variations.flatMap(({ row, attributes }) => {
    const before = named.size + filled.size
    for (const { name, key, values } of attributes) {
      if (name === '') continue
      named.add(key)
      if (values.length > 0) filled.add(key)
    }
    return named.size + filled.size > before ? [row] : []
  })
}

/** A variation's value of an option; errors go to the row. */
export function valueOf(variation: WooRow, option: Attribute, index: number): string {
  const column = `option${index + 1}_value`
  const own = variation.attributes.find(({ key }) => key === option.key)
  const [value, ...others] = own?.values ?? []
  const cell = `Attribute ${own?.number ?? option.number} value(s)`
  if (value === undefined) {
    variation.errors.push(
      issueOf(column, 'missing_option_value', null, { case: 'any', option: brief(option.name), cell }),
    )
    return ''
  }
  if (others.length > 0) {
    const values = own?.values.join(', ') ?? ''
    variation.errors.push(
      issueOf(column, 'several_option_values', values, { case: 'option', option: brief(option.name) }),
    )
    return ''
  }
  return value
}

function refuseNameless(variation: WooRow): void {
  for (const { name, values } of variation.attributes) {
    if (name !== '') continue
    addIssue(
      variation.errors,
      issueOf(null, 'option_value_without_name', values.join(', '), { case: 'blank_name' }),
    )
  }
}

function tooManyOptions(names: string[]): WooRow['errors'][number] {
  const further = names.slice(maxOptions, maxOptions + maxListed)
  return issueOf(null, 'too_many_options', further.join(', '), {
    case: 'options',
    limit: maxOptions,
    count: names.length,
  })
}
