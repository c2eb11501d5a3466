import { quoted, shortened } from '@catalog/catalog'
import { addIssue } from '../row-issues.ts'
import type { Attribute, WooRow } from './rows.ts'

const maxOptions = 3
/** Of those that do not fit. */
const maxListed = 20

/**
 * The options of each variable product: those of its attributes that its variations name, in the product's order. Each
 * variation gets its values.
 */
export function nameOptions(rows: WooRow[]): void {
  for (const product of rows) {
    if (product.type !== 'variable') continue
    const needs = [product.row, ...namingRows(product)]
    for (const variation of product.variations) variation.needs = needs
    const attributes = variationAttributes(product)
    const names = attributes.map(({ name }) => name)
    if (names.length > maxOptions) {
      const error = tooManyOptions(names)
      for (const row of [product, ...product.variations]) row.errors.push(error)
      continue
    }
    product.optionNames = names
    for (const variation of product.variations) {
      variation.optionValues = attributes.map((attribute, index) => valueOf(variation, attribute, index))
      refuseNameless(variation)
    }
  }
}

function variationAttributes(product: WooRow): Attribute[] {
  const wanted = new Map<string, Attribute>()
  for (const variation of product.variations) {
    for (const attribute of variation.attributes) {
      if (attribute.name !== '' && !wanted.has(attribute.key)) wanted.set(attribute.key, attribute)
    }
  }
  const options = new Map<string, Attribute>()
  for (const attribute of [...product.attributes, ...wanted.values()]) {
    if (wanted.has(attribute.key) && !options.has(attribute.key)) options.set(attribute.key, attribute)
  }
  return [...options.values()]
}

/** The variations that are the first to name an attribute: they decide what the options are. */
function namingRows({ variations }: WooRow): number[] {
  const named = new Set<string>()
  return variations.flatMap(({ row, attributes }) => {
    const before = named.size
    for (const attribute of attributes) if (attribute.name !== '') named.add(attribute.key)
    return named.size > before ? [row] : []
  })
}

/** A variation's value of an option; what is wrong with it goes to the row. */
export function valueOf(variation: WooRow, option: Attribute, index: number): string {
  const column = `option${index + 1}_value`
  const own = variation.attributes.find(({ key }) => key === option.key)
  const [value, ...others] = own?.values ?? []
  const cell = `Attribute ${own?.number ?? option.number} value(s)`
  if (value === undefined) {
    variation.errors.push({
      column,
      code: 'missing_option_value',
      message: `The variation has no ${quoted(option.name)}, which in WooCommerce means any. A variant has one value for each option: write it into ${cell}, and a row for each further value.`,
      value: null,
    })
    return ''
  }
  if (others.length > 0) {
    const values = own?.values.join(', ') ?? ''
    variation.errors.push({
      column,
      code: 'several_option_values',
      message: `The variation has several values for ${quoted(option.name)}: ${quoted(values)}. Write a row for each of them; a comma that belongs to a value is written \\, in ${cell}.`,
      value: shortened(values, 200),
    })
    return ''
  }
  return value
}

function refuseNameless(variation: WooRow): void {
  for (const { number, name, values } of variation.attributes) {
    if (name !== '') continue
    addIssue(variation.errors, {
      column: null,
      code: 'option_value_without_name',
      message: `Attribute ${number} value(s) is ${quoted(values.join(', '))}, but Attribute ${number} name is empty. Write the attribute’s name, or leave the value empty.`,
      value: shortened(values.join(', '), 200),
    })
  }
}

function tooManyOptions(names: string[]): WooRow['errors'][number] {
  const further = names.slice(maxOptions, maxOptions + maxListed)
  return {
    column: null,
    code: 'too_many_options',
    message: `The product’s variations differ in ${names.length} attributes; a product has at most ${maxOptions} options, so that ${shortened(further.map(quoted).join(', '), 300)} does not fit. Put two of them into one attribute, or make it several products.`,
    value: shortened(further.join(', '), 200),
  }
}
