import groupOfColumn from './group-of-column.json' with { type: 'json' }

/** What the columns are about, as far as people look for changes by it. */
export const changeGroups = [
  'price',
  'stock',
  'status',
  'title',
  'description',
  'images',
  'options',
  'organization',
  'search',
  'custom_fields',
  'other',
] as const
export type ChangeGroup = (typeof changeGroups)[number]

/** What a merchant looks at before a confirm, the largest harm first: of any upload. */
export const uploadRiskCodes = [
  'price_falls',
  'price_rises',
  'sold_out',
  'leaves_shop',
  'goes_live',
  'title_changes',
  'cleared',
  'sells_without_stock',
] as const

/** And of a draft that was previewed again: a product that was changed in the catalog between the two previews. */
export const riskCodes = ['changed_meanwhile', ...uploadRiskCodes] as const

const columns = new Map(
  Object.entries(groupOfColumn).map(([column, name]) => [
    column,
    changeGroups.find((group) => group === name) ?? 'other',
  ]),
)

/** Of any column of the canonical file; `other` for one of a newer release. */
export function groupOfChange(column: string): ChangeGroup {
  return column.startsWith('metadata.') ? 'custom_fields' : (columns.get(column) ?? 'other')
}

/** The columns of the canonical file that are about it; of custom fields, `metadata.*`. */
export function columnsOfGroup(group: ChangeGroup): string[] {
  if (group === 'custom_fields') return ['metadata.*']
  return [...columns].flatMap(([column, of]) => (of === group ? [column] : []))
}

/** Whether it is a column of the canonical file; `metadata.*` is all of its custom fields. */
export function isCanonicalColumn(name: string): boolean {
  return columns.has(name) || /^metadata\.(?:\*|[a-z0-9_-]{1,64})$/.test(name)
}

/** Whether the cell had a value and becomes empty. */
export function isClear({ before, after }: { before: string | null; after: string | null }): boolean {
  return before !== null && before !== '' && (after === null || after === '')
}

/** Whether the value is one of a variant that is added. */
export function isOfNewVariant({ entity, before }: { entity: string; before: string | null }): boolean {
  return entity === 'variant' && before === null
}
