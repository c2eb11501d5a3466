import type { DraftRow, FieldChange } from '@catalog/contracts'

export function row(number: number, fields: Partial<DraftRow> = {}): DraftRow {
  return {
    row: number,
    kind: 'unchanged',
    handle: 'mug',
    sku: null,
    title: null,
    entities: [],
    changes: [],
    errors: [],
    warnings: [],
    ...fields,
  }
}

/** A change; of a variant if the column is one of a variant's. */
export function change(
  field: string,
  before: string | null,
  after: string | null,
  entity: FieldChange['entity'] = field.startsWith('variant_') ? 'variant' : 'product',
): FieldChange {
  return { entity, field, before, after }
}
