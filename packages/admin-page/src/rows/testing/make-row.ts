import type { DraftRow, FieldChange, RowError, RowWarning } from '@catalog/contracts'

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

export function warning(code: string): RowWarning {
  return { column: null, code, message: 'Worth knowing.', value: null }
}

export function error(
  code: string,
  column: string | null = null,
  parameters?: RowError['parameters'],
): RowError {
  return { column, code, message: 'Wrong.', value: null, ...(parameters && { parameters }) }
}
