import type { Translate } from '../../i18n/translate.ts'
import { fieldName } from '../../messages/known-codes.ts'

// What a column can be read as: a canonical field, by the name of its column, or a field of the merchant's own.

export const fieldGroups = ['product', 'variant', 'image'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** The fields of each group, in the order of exports. */
export function groupFields(names: readonly string[]): Record<FieldGroup, readonly string[]> {
  const { product = [], variant = [], image = [] } = Object.groupBy(names, groupOf)
  return { product, variant, image }
}

function groupOf(name: string): FieldGroup {
  if (name.startsWith('image_')) return 'image'
  return /^variant_|^option\d_value$/.test(name) ? 'variant' : 'product'
}

const prefix = 'metadata.'
const maxKeyLength = 64

/** The key of a merchant's own field; null for a canonical one. */
export function ownKey(field: string): string | null {
  return field.startsWith(prefix) ? field.slice(prefix.length) : null
}

/** The label of a field in the choice. */
export function fieldLabel(t: Translate, field: string): string {
  const key = ownKey(field)
  return key === null ? fieldName(t, field) : t('mapping.ownField', { key })
}

/** For each column an own field named like it: `metadata.material`. All differ from each other and from `others`. */
export function ownFields(columns: readonly string[], others: Iterable<string> = []): Map<string, string> {
  const taken = new Set(others)
  const next = new Map<string, number>()
  const fields = new Map<string, string>()
  for (const [index, column] of columns.entries()) {
    const key = keyLike(column) || `column_${index + 1}`
    let field = prefix + key
    while (taken.has(field)) {
      // Continues from the last number for this name, so that a thousand equal names take no longer than others.
      const number = next.get(key) ?? 2
      next.set(key, number + 1)
      field = `${prefix}${key.slice(0, maxKeyLength - 5)}_${number}`
    }
    taken.add(field)
    fields.set(column, field)
  }
  return fields
}

const longestRead = 200

function keyLike(name: string): string {
  return name
    .slice(0, longestRead)
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '_')
    .slice(0, maxKeyLength)
    .replaceAll(/^_+|_+$/g, '')
}
