import { shortened } from '@catalog/catalog'
import type { StoredImage, StoredProduct, StoredVariant } from '@catalog/catalog'
import type { ParametersOf, ProblemParameters, RowWarningCode } from '@catalog/catalog'
import type { DraftRow, Entity, FieldChange, RowVariant } from '@catalog/contracts'
import { explainedWarning } from '../explained.ts'
import type { TalliedRow } from '../tally.ts'
import { shownChanges, shownImages, shownVariants } from '../changes.ts'

/** The rows of an undo's preview: the run's rows that wrote something, with their numbers in its file. */
export class UndoRows {
  readonly #rows = new Map<number, UndoRow>()
  readonly warned = { changed_since: 0, kept: 0 }

  at(row: number, product: { handle: string; title: string }): UndoRow {
    let undoRow = this.#rows.get(row)
    if (!undoRow) {
      undoRow = {
        row,
        handle: product.handle,
        title: product.title,
        sku: '',
        variants: new Map(),
        images: new Set(),
        changes: [],
        warnings: [],
        isLeftOut: false,
      }
      this.#rows.set(row, undoRow)
    }
    return undoRow
  }

  leaveOut(row: number, product: StoredProduct): void {
    this.at(row, product).isLeftOut = true
  }

  /** Records that a row is about the variant. */
  atVariant(row: number, product: StoredProduct, { variantId, sku, optionValues }: StoredVariant): UndoRow {
    const undoRow = this.at(row, product)
    undoRow.sku ||= sku
    if (!undoRow.variants.has(variantId)) {
      const options = optionValues.map((value, index) => ({ name: product.optionNames[index] ?? '', value }))
      undoRow.variants.set(variantId, { index: undoRow.variants.size, sku: sku || null, options })
    }
    return undoRow
  }

  /** Warns that something stays although the run wrote it. */
  warn<Code extends 'changed_since' | 'kept'>(row: UndoRow, code: Code, warning: Warning<Code>): void {
    row.warnings.push({ code, column: null, ...warning, value: shortened(warning.value ?? '', 200) || null })
    this.warned[code]++
  }

  /** The rows of each product, in the order of the run's file. */
  byHandle(): Map<string, UndoRow[]> {
    return Map.groupBy(this.#inOrder(), ({ handle }) => handle)
  }

  /** In the order of the run's file. */
  toRows(): DraftRow[] {
    return this.#inOrder().map(toDraftRow)
  }

  #inOrder(): UndoRow[] {
    return [...this.#rows.values()].sort((one, other) => one.row - other.row)
  }
}

interface Warning<Code> {
  parameters: ParametersOf<Code>
  column?: string
  value?: string
}

export interface UndoRow {
  row: number
  handle: string
  title: string
  /** Empty if it is about no variant, or about one without a SKU. */
  sku: string
  /** By id, the variants that it is about, in their current state. */
  variants: Map<string, RowVariant & { index: number }>
  /** The images that its changes are about. */
  images: Set<StoredImage>
  changes: FieldChange[]
  isLeftOut: boolean
  warnings: {
    code: RowWarningCode
    column: string | null
    value: string | null
    parameters: ProblemParameters
  }[]
}

function kindOf({ isLeftOut, changes }: UndoRow): DraftRow['kind'] {
  if (isLeftOut) return 'left_out'
  return changes.length > 0 ? 'update' : 'unchanged'
}

function entitiesOf(changes: FieldChange[]): Entity[] {
  return [...new Set(changes.map(({ entity }) => entity))]
}

export function toTalliedRow(undoRow: UndoRow): TalliedRow {
  const { row: number, sku, changes, warnings } = undoRow
  return { number, sku, kind: kindOf(undoRow), entities: entitiesOf(changes), changes, errors: [], warnings }
}

function toDraftRow(undoRow: UndoRow): DraftRow {
  const { row, handle, title, sku, variants, images, changes, warnings } = undoRow
  const { shown, left } = shownChanges(changes)
  const parameters = { case: 'count', count: left }
  const more = left > 0 ? [{ code: 'changes_not_shown' as const, column: null, value: null, parameters }] : []
  return {
    row,
    kind: kindOf(undoRow),
    handle,
    sku: sku || null,
    title,
    entities: entitiesOf(changes),
    changes: shown,
    ...shownVariants(
      [...variants.values()].map(({ sku: own, options }) => ({ sku: own, options })),
      shown,
    ),
    ...shownImages(images),
    errors: [],
    warnings: [...warnings, ...more].map(explainedWarning),
  }
}
