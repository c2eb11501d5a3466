import type { Identity } from '../../api/client.ts'

/** A row finds its product by the field of this name. */
export const identities: readonly Identity[] = ['handle', 'variant_sku', 'title']

/** The one that was chosen; until then the suggested one, or the first one that has a column. */
export function identityOf(
  fields: ReadonlySet<string>,
  chosen: Identity | null,
  suggested: Identity | null,
): Identity {
  if (chosen !== null) return chosen
  if (suggested !== null && fields.has(suggested)) return suggested
  return identities.find((identity) => fields.has(identity)) ?? suggested ?? 'variant_sku'
}

/** Why a file cannot be previewed yet. */
export type Obstacle =
  /** No column says which product a row means. */
  | 'identity'
  /** There is nothing but what products are found by. */
  | 'more'
  /** The handle is to be made of the title, and has a column as well. */
  | 'handle'

export function obstacleOf(fields: ReadonlySet<string>, identity: Identity): Obstacle | null {
  if (!fields.has(identity)) return 'identity'
  if (identity === 'title' && fields.has('handle')) return 'handle'
  return fields.size === 1 ? 'more' : null
}

/** What a product that is not in the catalog would need besides; with nothing missing, it is created. */
export function missingForNew(fields: ReadonlySet<string>): string[] {
  return ['title', 'variant_price'].filter((field) => !fields.has(field))
}

/** Of the fields that have a column, those that are read together with another one alone, which has none. */
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
