import type { OptionCombinations } from '../option-combinations.ts'
import type { Attribute, WooRow } from './rows.ts'

/**
 * The variants of variations without a value for an option, which in WooCommerce means any value: one for each value
 * that the product lists, except those that another variation names. If two such variations would make the same
 * variant, or there is nothing left to make, the file is ambiguous and they are not in the result.
 */
export function expandAny(
  product: WooRow,
  options: Attribute[],
  combinations: OptionCombinations,
): Map<WooRow, string[][]> {
  const lists = listedValues(product, options)
  const named = new Set<string>()
  const open = new Map<WooRow, string[][]>()
  for (const variation of product.variations) {
    const values = options.map(({ key }) => variation.attributes.find((own) => own.key === key)?.values ?? [])
    if (values.some(({ length }) => length > 1)) continue
    if (values.every(({ length }) => length === 1)) named.add(keyOf(values.flat()))
    else open.set(variation, values)
  }
  const made = new Map<WooRow, string[][]>()
  const claims = new Map<string, number>()
  for (const [variation, values] of open) {
    const possible = options.map(({ name, key }, index) => ({
      name,
      values: values[index]?.length ? values[index] : (lists.get(key) ?? []),
    }))
    if (possible.some((option) => option.values.length === 0)) continue
    const variants = combinations.ofDistinct(variation, possible).filter((each) => !named.has(keyOf(each)))
    made.set(variation, variants)
    for (const each of variants) claims.set(keyOf(each), (claims.get(keyOf(each)) ?? 0) + 1)
  }
  for (const [variation, variants] of made) {
    if (variants.length === 0 || variants.some((each) => claims.get(keyOf(each)) !== 1))
      made.delete(variation)
  }
  const needs = [product.row, ...product.variations.map(({ row }) => row)]
  for (const variation of open.keys()) variation.needs = needs
  return made
}

/** Each value once, compared without regard to case. */
function listedValues(product: WooRow, options: Attribute[]): Map<string, string[]> {
  const wanted = new Set(options.map(({ key }) => key))
  const lists = new Map<string, string[]>()
  for (const { key, values } of product.attributes) {
    if (!wanted.has(key) || lists.has(key)) continue
    const seen = new Set<string>()
    const distinct = values.filter((value) => {
      const lower = value.toLowerCase()
      return !seen.has(lower) && seen.add(lower)
    })
    lists.set(key, distinct)
  }
  return lists
}

function keyOf(values: string[]): string {
  return JSON.stringify(values.map((value) => value.toLowerCase()))
}
