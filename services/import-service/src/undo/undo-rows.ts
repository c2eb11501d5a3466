import { shortened } from '@catalog/catalog'
import type { RowWarningCode } from '@catalog/catalog'
import type { DraftRow, Entity, FieldChange } from '@catalog/contracts'
import { shownChanges } from '../preview/changes.ts'

/** The rows of an undo's preview: those of the run that wrote something, under their numbers in its file. */
export class UndoRows {
  readonly #rows = new Map<number, NotedRow>()
  readonly warned = { changed_since: 0, kept: 0 }

  /** A row of the product, with the SKU of the variant that it is about. */
  at(row: number, product: { handle: string; title: string }, sku = ''): NotedRow {
    let noted = this.#rows.get(row)
    if (!noted) {
      noted = { row, handle: product.handle, title: product.title, sku: '', changes: [], warnings: [] }
      this.#rows.set(row, noted)
    }
    noted.sku ||= sku
    return noted
  }

  /** Something stays as it is, although the run wrote it. */
  warn(row: NotedRow, code: 'changed_since' | 'kept', warning: Warning): void {
    row.warnings.push({ code, column: null, ...warning, value: shortened(warning.value ?? '', 200) || null })
    this.warned[code]++
  }

  /** In the order of the run's file. */
  toRows(): DraftRow[] {
    return [...this.#rows.values()].sort((one, other) => one.row - other.row).map(toDraftRow)
  }
}

interface Warning {
  message: string
  column?: string
  value?: string
}

export interface NotedRow {
  row: number
  handle: string
  title: string
  /** Empty where it is about no variant, or one without a SKU. */
  sku: string
  changes: FieldChange[]
  warnings: { code: RowWarningCode; column: string | null; message: string; value: string | null }[]
}

function toDraftRow({ row, handle, title, sku, changes, warnings }: NotedRow): DraftRow {
  const { shown, left } = shownChanges(changes)
  const message = `The row changes ${left} more fields than are shown here.`
  const more = left > 0 ? [{ code: 'changes_not_shown' as const, column: null, message, value: null }] : []
  return {
    row,
    kind: changes.length > 0 ? 'update' : 'unchanged',
    handle,
    sku: sku || null,
    title,
    entities: [...new Set<Entity>(changes.map(({ entity }) => entity))],
    changes: shown,
    errors: [],
    warnings: [...warnings, ...more],
  }
}
