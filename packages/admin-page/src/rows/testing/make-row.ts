import type { DraftRow } from '@catalog/contracts'

type Change = DraftRow['changes'][number]

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
  entity: Change['entity'] = field.startsWith('variant_') ? 'variant' : 'product',
): Change {
  return { entity, field, before, after }
}

export function warning(code: string): DraftRow['warnings'][number] {
  return { column: null, code, message: 'Worth knowing.', value: null }
}

export function error(code: string, column: string | null = null): DraftRow['errors'][number] {
  return { column, code, message: 'Wrong.', value: null }
}
