import { shortened, variantColumns } from '@catalog/catalog'
import { issue } from './file-row.ts'
import type { RowPart } from './file-row.ts'
import type { Group } from './group.ts'

const options = [
  { name: 'option1Name', value: 'option1Value' },
  { name: 'option2Name', value: 'option2Value' },
  { name: 'option3Name', value: 'option3Value' },
] as const

/**
 * Reads what a mapped file says by leaving options blank: a row that only describes its product, and options that the
 * product does not have, whose place the next one takes. Returns the names of the product's options.
 */
export function withoutBlankOptions(group: Group, names: string[]): string[] {
  describeProduct(group)
  const { parts, existing } = group
  const filled = options.flatMap((option, at) => {
    const named = parts.find(({ product }) => product?.[option.name] !== undefined)?.product?.[option.name]
    const isFilled = named !== undefined || parts.some(({ variant }) => variant[option.value] !== undefined)
    return isFilled ? [{ ...option, at, label: named ?? names[at] ?? '' }] : []
  })
  if (filled.every(({ at }, index) => at === index)) return names
  const stored = existing?.optionNames ?? []
  const named = filled.map(({ label }) => stored.indexOf(label))
  const isByName = !named.includes(-1) && new Set(named).size === named.length
  if (!isByName && existing && stored.length !== filled.length) return names
  const places = isByName ? named : filled.map((_, index) => index)
  for (const part of parts) move(part, filled, places)
  return options.map((_, place) => filled[places.indexOf(place)]?.label ?? '')
}

function move(
  { product, variant }: RowPart,
  from: readonly (typeof options)[number][],
  places: number[],
): void {
  const moved = from.map(({ name, value }) => ({ name: product?.[name], value: variant[value] }))
  options.forEach(({ name, value }, place) => {
    const cells = moved[places.indexOf(place)]
    variant[value] = cells?.value
    if (product) product[name] = cells?.name
  })
}

/**
 * The rows of a product before the first one with options are no variants if they lack a SKU or a price, as where a
 * file has a row for the product itself.
 */
function describeProduct({ parts }: Group): void {
  const first = parts.findIndex(hasOption)
  for (const part of parts.slice(0, Math.max(first, 0))) {
    const { sku, price } = part.variant
    if (!part.isVariant || (sku !== undefined && !isZero(price))) continue
    part.isVariant = false
    for (const { name, field } of variantColumns) {
      const value = part.variant[field]
      part.variant[field] = undefined
      if (isZero(value) || typeof value === 'boolean') continue
      part.row.warnings.push(
        issue(name, 'ignored_value', shortened(String(value), 200), { case: 'no_variant' }),
      )
    }
  }
}

function hasOption({ variant }: RowPart): boolean {
  return options.some(({ value }) => variant[value] !== undefined)
}

function isZero(value: unknown): boolean {
  return value === undefined || value === null || Number(value) === 0
}
