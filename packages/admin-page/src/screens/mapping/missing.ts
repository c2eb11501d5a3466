import type { Choice, MappingIdentity } from '@catalog/contracts'

/** Fields by which a row can find its product. */
export const identities: readonly MappingIdentity[] = ['handle', 'variant_sku', 'title', 'variant_barcode']

/** The chosen identity; otherwise the suggested one, or the first one that has a column. */
export function identityOf(
  fields: ReadonlySet<string>,
  chosen: MappingIdentity | null,
  suggested: MappingIdentity | null,
): MappingIdentity {
  if (chosen !== null) return chosen
  if (suggested !== null && fields.has(suggested)) return suggested
  return identities.find((identity) => fields.has(identity)) ?? suggested ?? 'variant_sku'
}

/** Why a file cannot be previewed yet. */
export type Obstacle =
  /** No column identifies the product of a row. */
  | 'identity'
  /** There is no field besides the identifying ones. */
  | 'more'
  /** The handle would be made of the title, but has a column too. */
  | 'handle'

export function obstacleOf(fields: ReadonlySet<string>, identity: MappingIdentity): Obstacle | null {
  if (!fields.has(identity)) return 'identity'
  if (identity === 'title' && fields.has('handle')) return 'handle'
  return fields.size === 1 ? 'more' : null
}

/**
 * What is imported. A list of SKUs or barcodes is usually about products that the catalog has: whatever else it names is
 * not added, unless that is chosen or the catalog is empty (`isFirst`).
 */
export function choiceFor(
  identity: MappingIdentity,
  fields: ReadonlySet<string>,
  chosen: Partial<Choice>,
  isFirst: boolean,
): Choice {
  const isList = identity === 'variant_sku' || identity === 'variant_barcode'
  return {
    products: chosen.products ?? (isList && !isFirst ? 'existing' : 'all'),
    without_handles: chosen.without_handles ?? [],
    without_fields: (chosen.without_fields ?? []).filter((field) => fields.has(field)),
  }
}

/** Fields that a new product would lack; it is created if none is missing. */
export function missingForNew(fields: ReadonlySet<string>): string[] {
  return ['title', 'variant_price'].filter((field) => !fields.has(field))
}

/** By field with a column, the field without a column that it is useless without. */
export function missingPartners(fields: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map(partners.filter(([field, needed]) => fields.has(field) && !fields.has(needed)))
}

const partners = [
  ['option1_name', 'option1_value'],
  ['option2_name', 'option2_value'],
  ['option3_name', 'option3_value'],
  ['option2_value', 'option1_value'],
  ['option3_value', 'option2_value'],
  ['image_position', 'image_url'],
  ['image_alt', 'image_url'],
] as const
